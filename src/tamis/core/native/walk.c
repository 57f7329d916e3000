/* The walk of tamis.core.parse.walk. It does what that module does, step by step and in the same order: read that
   first. A test holds the two against each other. Whatever is rare is asked of Python (`struct helpers`).

   Nothing is kept between calls, so it runs in any thread that holds the interpreter's lock. */

#include "text.h"

/* As in tamis.core.parse.walk. */
enum { INLINE, BLOCK, LINK, TABLE, ROW, CELL, PRE, READING, BUTTON, SKIP, BREAK, IMAGE, MEDIA, FORMULA, SCRIPT };
enum { HIDDEN = 15, SOFT_BREAK = 16 };
/* What else is known of a tag. */
enum { IN_SEAMS = 1, IS_SEPARATE = 2, IN_PROSE = 4, IS_P = 8, IS_SPAN = 16, IS_NOSCRIPT = 32 };
#define SOFT_HYPHEN 0xAD
#define PARAGRAPH_SIGN 0xB6
#define MAX_SIGN 2 /* characters of a link of which Python is asked whether they are a sign */

/* ---- Text ---- */

static int
all_space(PyObject *text)
{
    Py_ssize_t size, at = 0;
    const char *data = PyUnicode_AsUTF8AndSize(text, &size);
    if (data == NULL) { /* half a character, which is no space */
        PyErr_Clear();
        return 0;
    }
    while (at < size) {
        Py_ssize_t length = space_at((const unsigned char *)data + at, size - at);
        if (length == 0)
            return 0;
        at += length;
    }
    return size > 0;
}

static Py_ssize_t
stripped_size(PyObject *text)
{
    Py_ssize_t begin = 0, end = PyUnicode_GetLength(text);
    while (begin < end && is_space(PyUnicode_ReadChar(text, begin)))
        begin++;
    while (end > begin && is_space(PyUnicode_ReadChar(text, end - 1)))
        end--;
    return end - begin;
}

/* Whether a byte is a character of ASCII other than white space, for sure. */
static inline int
is_printed(unsigned char sign)
{
    return sign > 32 && sign < 128;
}

/* Append a string to bytes with white space folded. `pending` tells whether white space came last. Returns the new
   size, or -1 without an exception if the string cannot be encoded. */
static Py_ssize_t
fold_into(char *into, Py_ssize_t used, PyObject *part, int *pending)
{
    Py_ssize_t size;
    const char *data = PyUnicode_AsUTF8AndSize(part, &size);
    if (data == NULL) {
        PyErr_Clear();
        return -1;
    }
    for (Py_ssize_t at = 0; at < size;) {
        Py_ssize_t length = space_at((const unsigned char *)data + at, size - at);
        if (length > 0) {
            *pending = 1;
            at += length;
            continue;
        }
        if (*pending && used > 0)
            into[used++] = ' ';
        *pending = 0;
        do
            into[used++] = data[at++];
        while (at < size && (is_printed((unsigned char)data[at]) || (data[at] & 0xC0) == 0x80));
    }
    return used;
}

/* Whether a string is one that white space would be folded to, and all ASCII: nearly every line of a menu. */
static int
is_folded(PyObject *text)
{
    Py_ssize_t size, at = 0;
    const char *data = PyUnicode_AsUTF8AndSize(text, &size);
    if (data == NULL) {
        PyErr_Clear();
        return 0;
    }
    if (size != PyUnicode_GetLength(text) || (size > 0 && (data[0] == ' ' || data[size - 1] == ' ')))
        return 0;
    while (at < size && (is_printed((unsigned char)data[at]) || (data[at] == ' ' && data[at + 1] != ' ')))
        at++;
    return at == size;
}

/* " ".join("".join(parts).split()), for strings with half characters, which UTF-8 does not have. */
static PyObject *
folded_slowly(PyObject *parts)
{
    PyObject *nothing = PyUnicode_FromStringAndSize("", 0), *space = PyUnicode_FromStringAndSize(" ", 1);
    PyObject *whole = nothing != NULL ? PyUnicode_Join(nothing, parts) : NULL;
    PyObject *words = whole != NULL ? PyUnicode_Split(whole, NULL, -1) : NULL;
    PyObject *result = words != NULL && space != NULL ? PyUnicode_Join(space, words) : NULL;
    Py_XDECREF(nothing);
    Py_XDECREF(space);
    Py_XDECREF(whole);
    Py_XDECREF(words);
    return result;
}

/* The strings of a list as one, with white space folded: " ".join("".join(parts).split()). */
static PyObject *
folded(PyObject *parts)
{
    Py_ssize_t count = PyList_Size(parts), room = 1, used = 0;
    if (count == 1 && is_folded(PyList_GetItem(parts, 0)))
        return Py_NewRef(PyList_GetItem(parts, 0));
    for (Py_ssize_t number = 0; number < count; number++) {
        Py_ssize_t length = PyUnicode_GetLength(PyList_GetItem(parts, number));
        if (length < 0 || length > (PY_SSIZE_T_MAX - room) / 4 - 1)
            return length < 0 ? NULL : PyErr_NoMemory();
        room += 4 * length + 1;
    }
    char few[1024], *into = room <= (Py_ssize_t)sizeof(few) ? few : PyMem_Malloc((size_t)room);
    if (into == NULL)
        return PyErr_NoMemory();
    int pending = 0;
    for (Py_ssize_t number = 0; used >= 0 && number < count; number++)
        used = fold_into(into, used, PyList_GetItem(parts, number), &pending);
    PyObject *result = used < 0 ? folded_slowly(parts) : PyUnicode_FromStringAndSize(into, used);
    if (into != few)
        PyMem_Free(into);
    return result;
}

/* Steals the text. */
static PyObject *
without_soft_hyphens(PyObject *text)
{
    if (text == NULL)
        return text;
    Py_ssize_t found = PyUnicode_FindChar(text, SOFT_HYPHEN, 0, PyUnicode_GetLength(text), 1);
    if (found == -1)
        return text;
    PyObject *result = NULL, *hyphen = NULL, *nothing = NULL;
    if (found >= 0 && (hyphen = PyUnicode_FromOrdinal(SOFT_HYPHEN)) != NULL && (nothing = PyUnicode_FromStringAndSize("", 0)) != NULL)
        result = PyUnicode_Replace(text, hyphen, nothing, -1);
    Py_XDECREF(hyphen);
    Py_XDECREF(nothing);
    Py_DECREF(text);
    return result;
}

static PyObject *
joined(const char *between, PyObject *strings)
{
    PyObject *separator = PyUnicode_FromString(between);
    PyObject *result = separator != NULL ? PyUnicode_Join(separator, strings) : NULL;
    Py_XDECREF(separator);
    return result;
}

/* ---- Columns of numbers ---- */

struct numbers {
    int64_t *values;
    Py_ssize_t count, room;
};

static int
push(struct numbers *column, int64_t value)
{
    if (column->count == column->room) {
        Py_ssize_t room = column->room ? 2 * column->room : 256;
        int64_t *values = PyMem_Realloc(column->values, (size_t)room * sizeof(int64_t));
        if (values == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        column->values = values;
        column->room = room;
    }
    column->values[column->count++] = value;
    return 0;
}

static PyObject *
as_bytes(const struct numbers *column)
{
    return PyBytes_FromStringAndSize((const char *)column->values, column->count * (Py_ssize_t)sizeof(int64_t));
}

/* ---- The walk ---- */

struct frame {
    PyObject *iterator; /* NULL: there is nothing to come back to */
    PyObject *kind;     /* borrowed */
    int action;
};

/* The run of text that is open. */
struct run {
    PyObject *parts, *lines, *leaves; /* lists */
    Py_ssize_t link_size;
};

/* From tamis.core.parse.walk, in the order of its tuple; all borrowed. */
struct helpers {
    PyObject *element, *text, *known;
    PyObject *paragraph, *heading, *code, *table, *image, *media, *permalink, *line_numbers;
    PyObject *is_math_script, *is_math_image, *formula, *is_escaped, *is_permalink, *is_break, *has_text, *is_data_table;
    PyObject *code_of, *is_line_numbers;
};

struct walk {
    struct helpers ask;
    PyObject *texts, *kinds, *hiding, *all_leaves, *elements, *tags; /* lists: the columns */
    struct numbers block_nodes, link_sizes, parents, first, last;
    struct numbers told; /* what is known of the tag of each node */
    struct run run, aside;
    PyObject *cells, *aside_cells;
    PyObject *hides;  /* a dict, borrowed */
    PyObject *formulas; /* a dict, borrowed: elements in whose place a formula is read */
    PyObject *grids;    /* a dict, borrowed: elements of tables without tags, with the tags that they stand for */
    PyObject *listings; /* a dict, borrowed: elements that are read like a pre, with their code */
    PyObject *kind;   /* borrowed from the helpers */
    PyObject *hidden; /* from `hides`, or NULL */
    struct frame *stack;
    Py_ssize_t depth, stack_room;
    char *outer_tables;
    Py_ssize_t tables, tables_room;
    int64_t node;
    Py_ssize_t links;
    int closed, seam, in_table, in_cell, in_pre, aside_in_table, aside_in_cell, aside_in_pre;
    PyObject *space, *line_feed, *nothing, *opening, *closing; /* strings */
    PyObject *tag_name, *data_name, *attr_name, *text_name;    /* names of members */
    PyObject *href, *class, *src, *alt, *type;                 /* names of attributes */
};

/* A tag as the walk knows it. */
struct tag {
    PyObject *name, *kind; /* borrowed; the kind may be NULL */
    int action, told;
};

static int
begin_run(struct run *run)
{
    run->parts = PyList_New(0);
    run->lines = PyList_New(0);
    run->leaves = PyList_New(0);
    run->link_size = 0;
    return run->parts != NULL && run->lines != NULL && run->leaves != NULL ? 0 : -1;
}

static void
end_run(struct run *run)
{
    Py_CLEAR(run->parts);
    Py_CLEAR(run->lines);
    Py_CLEAR(run->leaves);
}

static int
empty(PyObject *list)
{
    return PyList_Size(list) == 0 ? 0 : PyList_SetSlice(list, 0, PyList_Size(list), NULL);
}

/* parts, lines, leaves, link_size = [], [], [], 0 */
static int
reset_run(struct walk *walk)
{
    walk->run.link_size = 0;
    return empty(walk->run.parts) || empty(walk->run.lines) || empty(walk->run.leaves) ? -1 : 0;
}

static int
append_both(struct walk *walk, PyObject *string)
{
    return PyList_Append(walk->run.parts, string) || PyList_Append(walk->run.leaves, string) ? -1 : 0;
}

/* Steals the text and the leaves, a tuple; `hidden` may be NULL. */
static int
add_block(struct walk *walk, PyObject *text, PyObject *kind, Py_ssize_t link_size, PyObject *hidden, PyObject *leaves)
{
    int failed = text == NULL || leaves == NULL || PyList_Append(walk->texts, text) || PyList_Append(walk->kinds, kind)
        || PyList_Append(walk->hiding, hidden != NULL ? hidden : Py_None) || PyList_Append(walk->all_leaves, leaves)
        || push(&walk->block_nodes, walk->node) || push(&walk->link_sizes, (int64_t)link_size);
    Py_XDECREF(text);
    Py_XDECREF(leaves);
    return failed ? -1 : 0;
}

/* Of one element, which is all that the block is made of. Steals the text. */
static int
add_element(struct walk *walk, PyObject *text, PyObject *kind, PyObject *hidden, PyObject *element)
{
    return add_block(walk, text, kind, 0, hidden, PyTuple_Pack(1, element));
}

/* If a run is open, make a block of it. */
static int
close_run(struct walk *walk)
{
    struct run *run = &walk->run;
    if (PyList_Size(run->parts) == 0 && PyList_Size(run->lines) == 0)
        return 0;
    PyObject *text = folded(run->parts);
    if (text == NULL)
        return -1;
    if (PyList_Size(run->lines) > 0) {
        int failed = PyUnicode_GetLength(text) > 0 && PyList_Append(run->lines, text);
        Py_DECREF(text);
        text = failed ? NULL : joined("\n", run->lines);
    }
    text = without_soft_hyphens(text);
    if (text == NULL)
        return -1;
    if (PyUnicode_GetLength(text) == 0)
        Py_DECREF(text);
    else if (add_block(walk, text, walk->kind, run->link_size, walk->hidden, PyList_AsTuple(run->leaves)))
        return -1;
    return reset_run(walk);
}

/* Steals the iterator. */
static int
enter(struct walk *walk, PyObject *iterator, int action)
{
    if (walk->depth == walk->stack_room) {
        Py_ssize_t room = walk->stack_room ? 2 * walk->stack_room : 64;
        struct frame *stack = PyMem_Realloc(walk->stack, (size_t)room * sizeof(struct frame));
        if (stack == NULL) {
            Py_XDECREF(iterator);
            PyErr_NoMemory();
            return -1;
        }
        walk->stack = stack;
        walk->stack_room = room;
    }
    walk->stack[walk->depth++] = (struct frame){iterator, walk->kind, action};
    return 0;
}

static int
open_table(struct walk *walk, int is_data)
{
    if (walk->tables == walk->tables_room) {
        Py_ssize_t room = walk->tables_room ? 2 * walk->tables_room : 16;
        char *tables = PyMem_Realloc(walk->outer_tables, (size_t)room);
        if (tables == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        walk->outer_tables = tables;
        walk->tables_room = room;
    }
    walk->outer_tables[walk->tables++] = (char)walk->in_table;
    walk->in_table = is_data;
    return 0;
}

/* 1, 0, or -1 for an error. */
static int
answer(PyObject *question, PyObject *about)
{
    PyObject *said = PyObject_CallFunctionObjArgs(question, about, NULL);
    int result = said != NULL ? PyObject_IsTrue(said) : -1;
    Py_XDECREF(said);
    return result;
}

/* The end of a block in code (a line, once) or in a cell (a space). */
static int
soft_break(struct walk *walk)
{
    PyObject *parts = walk->run.parts;
    if (!walk->in_pre)
        return PyList_Append(parts, walk->space);
    Py_ssize_t count = PyList_Size(parts);
    if (count == 0)
        return 0;
    PyObject *last = PyList_GetItem(parts, count - 1);
    Py_ssize_t size = PyUnicode_GetLength(last);
    int is_begun = size > 0 && PyUnicode_ReadChar(last, size - 1) == '\n';
    return is_begun ? 0 : PyList_Append(parts, walk->line_feed);
}

/* Whether a character of a string is what a method of strings says: 1, 0, or -1 for an error. */
static int
is_of(PyObject *text, Py_ssize_t place, const char *method)
{
    PyObject *character = PyUnicode_Substring(text, place, place + 1);
    PyObject *said = character != NULL ? PyObject_CallMethod(character, method, NULL) : NULL;
    int result = said != NULL ? PyObject_IsTrue(said) : -1;
    Py_XDECREF(character);
    Py_XDECREF(said);
    return result;
}

/* Whether the open run ends with a small letter or a digit, and a text begins with a capital. */
static int
is_seam(struct walk *walk, PyObject *data)
{
    Py_ssize_t count = PyList_Size(walk->run.parts);
    if (count == 0 || walk->in_pre || PyUnicode_GetLength(data) == 0)
        return 0;
    PyObject *before = PyList_GetItem(walk->run.parts, count - 1);
    Py_ssize_t size = PyUnicode_GetLength(before);
    if (size == 0)
        return 0;
    int is_begun = is_of(data, 0, "isupper");
    if (is_begun <= 0)
        return is_begun;
    int is_small = is_of(before, size - 1, "islower");
    return is_small != 0 ? is_small : is_of(before, size - 1, "isdigit");
}

static int
at_text(struct walk *walk, PyObject *child)
{
    PyObject *data = PyObject_GetAttr(child, walk->data_name);
    if (data == NULL)
        return -1;
    int failed = 0;
    if (PyList_Size(walk->run.parts) > 0 || walk->in_pre || !all_space(data)) {
        int seam = walk->seam ? is_seam(walk, data) : 0;
        failed = seam < 0 || (seam && append_both(walk, walk->space));
        failed = failed || PyList_Append(walk->run.parts, data) || PyList_Append(walk->run.leaves, child);
        walk->closed = 0;
        walk->seam = 0;
        if (walk->links)
            walk->run.link_size += stripped_size(data);
    }
    Py_DECREF(data);
    return failed ? -1 : 0;
}

static int
at_break(struct walk *walk, PyObject *child)
{
    struct run *run = &walk->run;
    if (walk->in_pre)
        return PyList_Append(run->parts, walk->line_feed);
    if (walk->in_cell)
        return PyList_Append(run->parts, walk->space);
    if (PyList_Size(run->parts) > 0) {
        PyObject *line = folded(run->parts);
        if (line == NULL)
            return -1;
        if (PyUnicode_GetLength(line) > 0) {
            int failed = PyList_Append(run->lines, line) || PyList_Append(run->leaves, child) || empty(run->parts);
            Py_DECREF(line);
            return failed ? -1 : 0;
        }
        Py_DECREF(line);
    }
    return close_run(walk); /* the second in a row */
}

static int
add_formula(struct walk *walk, PyObject *child, PyObject *tex) /* takes tex */
{
    if (tex == NULL)
        return -1;
    PyObject *hiding = walk->hidden == NULL ? PyDict_GetItemWithError(walk->hides, child) : NULL;
    if (PyErr_Occurred()) {
        Py_DECREF(tex);
        return -1;
    }
    if (hiding != NULL)
        return add_element(walk, tex, walk->kind, hiding, child);
    int failed = PyList_Append(walk->run.parts, tex) || PyList_Append(walk->run.leaves, child);
    Py_DECREF(tex);
    return failed ? -1 : 0;
}

static int
at_formula(struct walk *walk, PyObject *child)
{
    return add_formula(walk, child, PyObject_CallFunctionObjArgs(walk->ask.formula, child, NULL));
}

/* An element in whose place a formula is read; one that is empty is drawn a second time. */
static int
at_known_formula(struct walk *walk, PyObject *child, PyObject *formula)
{
    PyObject *tex = PyTuple_GetItem(formula, 0);
    Py_ssize_t size = tex != NULL ? PyUnicode_GetLength(tex) : -1;
    return size > 0 ? add_formula(walk, child, Py_NewRef(tex)) : (int)size;
}

static PyObject *
attribute(struct walk *walk, PyObject *element, PyObject *name)
{
    return PyObject_CallMethodObjArgs(element, walk->attr_name, name, NULL);
}

/* Whether an attribute is there with one of some pieces in it: 1, 0, or -1 for an error. With no pieces any does. */
static int
has_piece(struct walk *walk, PyObject *element, PyObject *name, const char *const *pieces)
{
    PyObject *value = attribute(walk, element, name);
    if (value == NULL)
        return -1;
    int found = 0;
    if (value != Py_None) {
        Py_ssize_t size;
        const char *data = PyUnicode_AsUTF8AndSize(value, &size);
        found = data == NULL || pieces == NULL; /* half a character, which hides nothing from Python */
        for (; !found && *pieces != NULL; pieces++)
            found = strstr(data, *pieces) != NULL || (Py_ssize_t)strlen(data) < size;
        PyErr_Clear();
    }
    Py_DECREF(value);
    return found;
}

/* Whether Python is to be asked if a picture is a formula, by a quick look at what it reads. */
static int
may_be_math_image(struct walk *walk, PyObject *image)
{
    static const char *const query[] = {"?", "#card=", "/svg", "/png", NULL}, *const tex[] = {"\\", "$", NULL};
    static const char *const names[] = {"tex", "ql-img-", "math", "formula", "equation", NULL};
    int found = has_piece(walk, image, walk->src, query);
    if (found == 0)
        found = has_piece(walk, image, walk->alt, tex);
    return found == 0 ? has_piece(walk, image, walk->class, names) : found;
}

static int
may_be_math_script(struct walk *walk, PyObject *script)
{
    static const char *const math[] = {"math/", NULL};
    return has_piece(walk, script, walk->type, math);
}

/* An element with nothing inside to walk. */
static int
at_leaf(struct walk *walk, PyObject *child, int action)
{
    if (action == BREAK)
        return at_break(walk, child);
    if (action == IMAGE) {
        int is_math = may_be_math_image(walk, child);
        if (is_math > 0)
            is_math = answer(walk->ask.is_math_image, child);
        if (is_math)
            return is_math > 0 ? at_formula(walk, child) : is_math;
    }
    if (action == IMAGE || action == MEDIA) {
        PyObject *hiding = walk->hidden;
        if (hiding == NULL && PyDict_Size(walk->hides) > 0) {
            hiding = PyDict_GetItemWithError(walk->hides, child);
            if (hiding == NULL && PyErr_Occurred())
                return -1;
        }
        PyObject *kind = action == IMAGE ? walk->ask.image : walk->ask.media;
        return add_element(walk, Py_NewRef(walk->nothing), kind, hiding, child);
    }
    if (action == FORMULA)
        return at_formula(walk, child);
    if (action == SCRIPT) {
        int is_math = may_be_math_script(walk, child);
        if (is_math > 0)
            is_math = answer(walk->ask.is_math_script, child);
        return is_math > 0 ? at_formula(walk, child) : is_math;
    }
    return 0;
}

/* Set the open run aside, so that hidden text does not cut a paragraph in two. */
static int
begin_hidden(struct walk *walk, PyObject *hiding, int action)
{
    walk->aside = walk->run;
    walk->run = (struct run){NULL, NULL, NULL, 0};
    walk->aside_cells = Py_NewRef(walk->cells);
    walk->aside_in_table = walk->in_table;
    walk->aside_in_cell = walk->in_cell;
    walk->aside_in_pre = walk->in_pre;
    walk->in_cell = walk->in_pre = 0;
    walk->in_table = walk->in_table && action != CELL; /* a hidden cell is no part of its row */
    walk->hidden = Py_NewRef(hiding); /* Python is asked before it ends, and may change the dict */
    return begin_run(&walk->run);
}

static void
end_hidden(struct walk *walk)
{
    end_run(&walk->run);
    walk->run = walk->aside;
    walk->aside = (struct run){NULL, NULL, NULL, 0};
    Py_XDECREF(walk->cells);
    walk->cells = walk->aside_cells;
    walk->aside_cells = NULL;
    walk->in_table = walk->aside_in_table;
    walk->in_cell = walk->aside_in_cell;
    walk->in_pre = walk->aside_in_pre;
    Py_CLEAR(walk->hidden);
}

/* A structural element begins. */
static int
begin_node(struct walk *walk, PyObject *child, const struct tag *tag, int action)
{
    if (tag->kind != NULL)
        walk->kind = tag->kind;
    if (PyList_Append(walk->elements, child) || PyList_Append(walk->tags, tag->name) || push(&walk->told, tag->told)
        || push(&walk->parents, walk->node) || push(&walk->first, (int64_t)PyList_Size(walk->texts)))
        return -1;
    walk->node = walk->last.count;
    if (push(&walk->last, 0))
        return -1;
    if (action == PRE)
        walk->in_pre = 1;
    else if (action == CELL)
        walk->in_cell = walk->in_table;
    else if (action == ROW) {
        PyObject *cells = walk->cells;
        walk->cells = PyList_New(0);
        Py_DECREF(cells);
        if (walk->cells == NULL)
            return -1;
    }
    else if (action == TABLE) {
        int is_data = answer(walk->ask.is_data_table, child);
        if (is_data < 0 || open_table(walk, is_data))
            return -1;
    }
    return 0;
}

/* Whether a link to a place of the page is only there to be copied. */
static int
is_permalink(struct walk *walk, PyObject *link)
{
    if (walk->kind != walk->ask.heading) {
        PyObject *text = PyObject_GetAttr(link, walk->text_name);
        Py_ssize_t size = text != NULL ? PyUnicode_GetLength(text) : -1;
        Py_ssize_t sign = size > MAX_SIGN ? PyUnicode_FindChar(text, PARAGRAPH_SIGN, 0, size, 1) : size < 0 ? -2 : 0;
        Py_XDECREF(text);
        if (sign < 0)
            return sign == -1 ? 0 : -1;
    }
    PyObject *said = PyObject_CallFunctionObjArgs(walk->ask.is_permalink, link, walk->kind, NULL);
    int result = said != NULL ? PyObject_IsTrue(said) : -1;
    Py_XDECREF(said);
    return result;
}

/* Whether an element is a link, with an address; it is hidden if it is only there to be copied. */
static int
is_link(struct walk *walk, PyObject *child)
{
    PyObject *href = attribute(walk, child, walk->href);
    if (href == NULL)
        return -1;
    int result = href != Py_None;
    if (result && PyUnicode_GetLength(href) > 0 && PyUnicode_ReadChar(href, 0) == '#') {
        int said = is_permalink(walk, child);
        int known = said > 0 ? PyDict_Contains(walk->hides, child) : 1;
        if (said < 0 || known < 0 || (!known && PyDict_SetItem(walk->hides, child, walk->ask.permalink)))
            result = -1;
    }
    Py_DECREF(href);
    return result;
}

/* Go into an element. `*iterator` is that of its siblings, which is taken; it becomes that of its children. */
static int
at_element(struct walk *walk, PyObject **iterator, PyObject *child, const struct tag *tag)
{
    int said, action = tag->action;
    if (action == BUTTON && tag->told & IS_NOSCRIPT) {
        said = answer(walk->ask.is_escaped, child);
        if (said)
            return said < 0 ? -1 : 0;
    }
    int leads = action == LINK ? is_link(walk, child) : 0;
    if (leads < 0)
        return -1;
    PyObject *outer = *iterator;
    *iterator = NULL;
    if (walk->hidden == NULL && PyDict_Size(walk->hides) > 0) {
        PyObject *hiding = PyDict_GetItemWithError(walk->hides, child);
        if (hiding != NULL) {
            if (enter(walk, outer, HIDDEN) || begin_hidden(walk, hiding, action))
                return -1;
            outer = NULL;
        }
        else if (PyErr_Occurred()) {
            Py_XDECREF(outer);
            return -1;
        }
    }
    int64_t owner = walk->node >= 0 ? walk->told.values[walk->node] : 0;
    if (action == BUTTON)
        action = owner & IS_P ? INLINE : BLOCK;
    int failed = 0;
    if (walk->closed) {
        walk->closed = 0;
        if (PyList_Size(walk->run.parts) > 0 && action <= LINK) {
            if (tag->told & IS_SEPARATE && !(owner & IN_PROSE))
                failed = append_both(walk, walk->space);
            else if (tag->told & IN_SEAMS)
                walk->seam = 1;
        }
    }
    else if (action == LINK && walk->kind == walk->ask.heading)
        walk->seam = 1;
    int entered = action;
    if (failed)
        ;
    else if (action == INLINE) {
        if (tag->told & IS_SPAN && PyList_Size(walk->run.parts) > 0) {
            Py_ssize_t children = PyObject_Size(child);
            said = children == 0 ? has_piece(walk, child, walk->class, NULL) : 0;
            said = said > 0 ? answer(walk->ask.is_break, child) : said;
            failed = children < 0 || said < 0 || (said && append_both(walk, walk->space));
        }
    }
    else if (action == LINK) {
        walk->links += leads;
        entered = leads ? LINK : INLINE;
    }
    else if (action == READING) {
        said = answer(walk->ask.has_text, child);
        failed = said < 0 || (said && append_both(walk, walk->opening));
        entered = said > 0 ? READING : INLINE;
    }
    else if (walk->in_cell || walk->in_pre) { /* cells and code stay whole */
        failed = soft_break(walk);
        entered = SOFT_BREAK;
    }
    else
        failed = close_run(walk);
    if (failed) {
        Py_XDECREF(outer);
        return -1;
    }
    if (enter(walk, outer, entered))
        return -1;
    if (entered == action && action != INLINE && action != LINK && action != READING
        && begin_node(walk, child, tag, action))
        return -1;
    *iterator = PyObject_GetIter(child);
    return *iterator != NULL ? 0 : -1;
}

static int
end_cell(struct walk *walk)
{
    walk->in_cell = 0;
    PyObject *text = folded(walk->run.parts);
    int failed = text == NULL || PyList_Append(walk->cells, text) || empty(walk->run.parts);
    Py_XDECREF(text);
    return failed ? -1 : 0;
}

static int
end_row(struct walk *walk)
{
    int is_filled = 0;
    for (Py_ssize_t cell = 0; cell < PyList_Size(walk->cells); cell++)
        is_filled |= PyUnicode_GetLength(PyList_GetItem(walk->cells, cell)) > 0;
    if (is_filled) {
        PyObject *text = without_soft_hyphens(joined(" | ", walk->cells));
        PyObject *leaves = PyTuple_Pack(1, PyList_GetItem(walk->elements, walk->node));
        if (add_block(walk, text, walk->ask.table, walk->run.link_size, walk->hidden, leaves))
            return -1;
    }
    walk->run.link_size = 0;
    return empty(walk->run.parts) || empty(walk->run.leaves) ? -1 : 0;
}

static int
end_pre(struct walk *walk)
{
    walk->in_pre = 0;
    PyObject *code = PyDict_GetItemWithError(walk->listings, PyList_GetItem(walk->elements, walk->node));
    if (code != NULL)
        Py_INCREF(code);
    else if (!PyErr_Occurred())
        code = PyObject_CallFunctionObjArgs(walk->ask.code_of, walk->run.parts, NULL);
    if (code == NULL)
        return -1;
    if (PyUnicode_GetLength(code) > 0) {
        int is_numbers = walk->hidden == NULL ? answer(walk->ask.is_line_numbers, code) : 0;
        PyObject *hidden = is_numbers > 0 ? walk->ask.line_numbers : walk->hidden;
        if (is_numbers < 0) {
            Py_DECREF(code);
            return -1;
        }
        if (add_block(walk, code, walk->ask.code, walk->run.link_size, hidden, PyList_AsTuple(walk->run.leaves)))
            return -1;
    }
    else
        Py_DECREF(code);
    walk->run.link_size = 0;
    return empty(walk->run.parts) || empty(walk->run.leaves) ? -1 : 0;
}

/* Come back from an element. */
static int
leave(struct walk *walk, int action, PyObject *outer_kind)
{
    if (action == INLINE || action == LINK) {
        walk->closed = 1;
        walk->links -= action == LINK;
        return 0;
    }
    if (action == READING)
        return append_both(walk, walk->closing);
    if (action == SOFT_BREAK)
        return soft_break(walk);
    int failed;
    if (action == CELL && walk->in_table)
        failed = end_cell(walk);
    else if (action == ROW && walk->in_table)
        failed = end_row(walk);
    else if (action == PRE)
        failed = end_pre(walk);
    else
        failed = close_run(walk);
    if (failed)
        return -1;
    if (action == HIDDEN) {
        end_hidden(walk);
        return 0;
    }
    if (action == TABLE)
        walk->in_table = walk->outer_tables[--walk->tables];
    walk->last.values[walk->node] = (int64_t)PyList_Size(walk->texts);
    walk->node = walk->parents.values[walk->node];
    walk->kind = outer_kind;
    return 0;
}

/* What the walk knows of a tag. Its name becomes the one of the table, so that the same tags are the same string. */
static int
look_up(struct walk *walk, PyObject *tag, struct tag *told)
{
    PyObject *known = PyDict_GetItemWithError(walk->ask.known, tag);
    *told = (struct tag){tag, NULL, INLINE, 0};
    if (known == NULL)
        return PyErr_Occurred() != NULL ? -1 : 0;
    PyObject *parts[4];
    for (Py_ssize_t part = 0; part < 4; part++)
        if ((parts[part] = PyTuple_GetItem(known, part)) == NULL)
            return -1;
    *told = (struct tag){parts[0], parts[2] != Py_None ? parts[2] : NULL, (int)PyLong_AsLong(parts[1]), (int)PyLong_AsLong(parts[3])};
    return PyErr_Occurred() != NULL ? -1 : 0;
}

/* One child, in `*iterator` or below. */
static int
visit(struct walk *walk, PyObject **iterator, PyObject *child)
{
    PyObject *type = (PyObject *)Py_TYPE(child);
    if (type == walk->ask.text)
        return at_text(walk, child);
    if (type != walk->ask.element)
        return 0;
    PyObject *tag = PyObject_GetAttr(child, walk->tag_name);
    if (tag == NULL)
        return -1;
    struct tag told;
    int failed = 0;
    if (PyDict_Size(walk->grids) > 0) {
        PyObject *other = PyDict_GetItemWithError(walk->grids, child);
        failed = other == NULL && PyErr_Occurred() != NULL;
        if (other != NULL) {
            Py_DECREF(tag);
            tag = Py_NewRef(other);
        }
    }
    failed = failed || look_up(walk, tag, &told);
    if (!failed && PyDict_Size(walk->listings) > 0) {
        int said = PyDict_Contains(walk->listings, child);
        failed = said < 0;
        told.action = said > 0 ? PRE : told.action;
    }
    PyObject *known = NULL;
    if (!failed && PyDict_Size(walk->formulas) > 0) {
        known = PyDict_GetItemWithError(walk->formulas, child);
        failed = known == NULL && PyErr_Occurred() != NULL;
    }
    if (!failed && known != NULL)
        failed = at_known_formula(walk, child, known);
    else if (!failed && told.action > BUTTON)
        failed = at_leaf(walk, child, told.action);
    else if (!failed)
        failed = at_element(walk, iterator, child, &told);
    Py_DECREF(tag);
    return failed ? -1 : 0;
}

/* All nodes; takes the iterator. */
static int
run_walk(struct walk *walk, PyObject *iterator)
{
    for (unsigned long steps = 1;; steps++) {
        if ((steps & 0xFFFF) == 0 && PyErr_CheckSignals()) {
            Py_XDECREF(iterator);
            return -1;
        }
        PyObject *child = iterator != NULL ? PyIter_Next(iterator) : NULL;
        if (child != NULL) {
            int failed = visit(walk, &iterator, child);
            Py_DECREF(child);
            if (failed) {
                Py_XDECREF(iterator);
                return -1;
            }
            continue;
        }
        Py_CLEAR(iterator);
        if (PyErr_Occurred())
            return -1;
        if (walk->depth == 0)
            return 0;
        struct frame frame = walk->stack[--walk->depth];
        iterator = frame.iterator;
        if (leave(walk, frame.action, frame.kind)) {
            Py_XDECREF(iterator);
            return -1;
        }
    }
}

static void
release(struct walk *walk)
{
    while (walk->depth > 0)
        Py_XDECREF(walk->stack[--walk->depth].iterator);
    PyMem_Free(walk->stack);
    PyMem_Free(walk->outer_tables);
    struct numbers *columns[] = {&walk->block_nodes, &walk->link_sizes, &walk->parents, &walk->first, &walk->last,
                                 &walk->told};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(columns); at++)
        PyMem_Free(columns[at]->values);
    end_run(&walk->run);
    end_run(&walk->aside);
    PyObject *held[] = {
        walk->texts, walk->kinds, walk->hiding, walk->all_leaves, walk->elements, walk->tags, walk->cells,
        walk->aside_cells, walk->hidden, walk->space, walk->line_feed, walk->nothing, walk->opening, walk->closing,
        walk->tag_name, walk->data_name, walk->attr_name, walk->text_name, walk->href, walk->class, walk->src,
        walk->alt, walk->type,
    };
    for (size_t at = 0; at < Py_ARRAY_LENGTH(held); at++)
        Py_XDECREF(held[at]);
}

static int
prepare(struct walk *walk)
{
    PyObject **lists[] = {&walk->texts, &walk->kinds, &walk->hiding, &walk->all_leaves, &walk->elements, &walk->tags,
                          &walk->cells};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(lists); at++)
        if ((*lists[at] = PyList_New(0)) == NULL)
            return -1;
    struct { PyObject **into; const char *string; } strings[] = {
        {&walk->space, " "}, {&walk->line_feed, "\n"}, {&walk->nothing, ""}, {&walk->opening, "("},
        {&walk->closing, ")"}, {&walk->tag_name, "tag"}, {&walk->data_name, "data"}, {&walk->attr_name, "attr"},
        {&walk->text_name, "text"}, {&walk->href, "href"}, {&walk->class, "class"}, {&walk->src, "src"},
        {&walk->alt, "alt"}, {&walk->type, "type"},
    };
    for (size_t at = 0; at < Py_ARRAY_LENGTH(strings); at++)
        if ((*strings[at].into = PyUnicode_InternFromString(strings[at].string)) == NULL)
            return -1;
    walk->kind = walk->ask.paragraph;
    walk->node = -1;
    return begin_run(&walk->run);
}

/* The columns, in the order of tamis.core.parse.walk.Columns. */
static PyObject *
result_of(struct walk *walk)
{
    PyObject *numbers[] = {as_bytes(&walk->block_nodes), as_bytes(&walk->link_sizes), as_bytes(&walk->parents),
                           as_bytes(&walk->first), as_bytes(&walk->last)};
    PyObject *result = NULL;
    if (numbers[0] && numbers[1] && numbers[2] && numbers[3] && numbers[4])
        result = PyTuple_Pack(11, walk->texts, walk->kinds, numbers[0], numbers[1], walk->hiding, walk->all_leaves,
                              walk->elements, walk->tags, numbers[2], numbers[3], numbers[4]);
    for (size_t at = 0; at < Py_ARRAY_LENGTH(numbers); at++)
        Py_XDECREF(numbers[at]);
    return result;
}

PyObject *
walk_tree(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    struct walk walk;
    memset(&walk, 0, sizeof(walk));
    struct helpers *ask = &walk.ask;
    PyObject *root;
    if (!PyArg_ParseTuple(
            arguments, "OO!O!O!O!(OOO!OOOOOOOOOOOOOOOOOO):walk", &root, &PyDict_Type, &walk.hides, &PyDict_Type,
            &walk.listings, &PyDict_Type, &walk.formulas, &PyDict_Type, &walk.grids, &ask->element,
            &ask->text, &PyDict_Type, &ask->known, &ask->paragraph, &ask->heading, &ask->code,
            &ask->table, &ask->image, &ask->media, &ask->permalink, &ask->line_numbers, &ask->is_math_script,
            &ask->is_math_image, &ask->formula,
            &ask->is_escaped, &ask->is_permalink, &ask->is_break, &ask->has_text, &ask->is_data_table, &ask->code_of,
            &ask->is_line_numbers))
        return NULL;
    PyObject *result = NULL;
    if (prepare(&walk) == 0) {
        int failed = 0;
        if (root != Py_None) {
            PyObject *alone = PyTuple_Pack(1, root);
            PyObject *iterator = alone != NULL ? PyObject_GetIter(alone) : NULL;
            Py_XDECREF(alone);
            failed = iterator == NULL || run_walk(&walk, iterator);
        }
        if (!failed)
            result = result_of(&walk);
    }
    release(&walk);
    return result;
}
