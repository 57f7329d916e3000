/* Hints: the same as read_names and inherit_hints of tamis.core.strategies.markup_hints, find_line_hints of
   tamis.core.strategies.line_hints and score_classes of tamis.core.strategies.markup_hints, in the same order. Read
   these first. A test compares them with this module. Nothing is stored between calls. */

#include "text.h"

/* ---- Names and their words ---- */

/* Tell whether an ASCII name has letters, all in lower case: then it has no camel-case humps. */
static int
is_plain(const char *data, Py_ssize_t size)
{
    int has_letter = 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        if ((data[at] >= 'A' && data[at] <= 'Z') || (data[at] & 0x80))
            return 0;
        has_letter |= data[at] >= 'a' && data[at] <= 'z';
    }
    return has_letter;
}

/* The bytes of a string in UTF-8; NULL, without an exception, if it has half characters. */
static const char *
bytes_of(PyObject *string, Py_ssize_t *size)
{
    const char *data = PyUnicode_AsUTF8AndSize(string, size);
    if (data == NULL)
        PyErr_Clear();
    return data;
}

/* The number that a function of Python returned; takes it. -1 for an error. */
static int64_t
number_from(PyObject *said)
{
    int64_t hint = said != NULL ? PyLong_AsLongLong(said) : -1;
    Py_XDECREF(said);
    return hint;
}

/* NAME_TABLES of tamis.core.strategies.name_hints, in the order of the tuple; all borrowed. */
struct tables {
    PyObject *whole, *words, *special_first, *without_humps, *with_special_first, *slowly;
};

/* The state while the words of a name are read. */
struct reading {
    int64_t hint, alone;
    PyObject *pairs; /* borrowed, or NULL */
};

static int
read_word(struct reading *state, const struct tables *tables, PyObject *word)
{
    if (state->pairs != NULL) {
        PyObject *bits = PyDict_GetItemWithError(state->pairs, word);
        if (bits != NULL) {
            state->hint |= PyLong_AsLongLong(bits);
            state->alone = 0;
            state->pairs = NULL;
            return 0;
        }
        if (PyErr_Occurred())
            return -1;
    }
    state->hint |= state->alone;
    state->alone = 0;
    state->pairs = NULL;
    PyObject *known = PyDict_GetItemWithError(tables->words, word);
    if (known == NULL)
        return PyErr_Occurred() ? -1 : 0;
    state->alone = PyLong_AsLongLong(PyTuple_GetItem(known, 0));
    state->pairs = PyTuple_GetItem(known, 1);
    return 0;
}

/* Collect the hints of a name, as hint_of_name in Python does; -1 with an exception for an error. */
static int64_t
hint_of_name(const struct tables *tables, PyObject *given)
{
    PyObject *bits = PyDict_GetItemWithError(tables->whole, given);
    if (bits != NULL)
        return PyLong_AsLongLong(bits);
    if (PyErr_Occurred())
        return -1;
    Py_ssize_t size, begin = 0;
    const char *data = bytes_of(given, &size);
    if (data == NULL)
        return number_from(PyObject_CallFunctionObjArgs(tables->slowly, given, NULL));
    PyObject *name = is_plain(data, size) ? Py_NewRef(given) : PyObject_CallFunctionObjArgs(tables->without_humps, given, NULL);
    data = name != NULL ? PyUnicode_AsUTF8AndSize(name, &size) : NULL;
    if (data == NULL) {
        Py_XDECREF(name);
        return -1;
    }
    struct reading state = {0, 0, NULL};
    PyObject *first = NULL;
    int failed = 0;
    while (size > 0 && data[size - 1] >= '0' && data[size - 1] <= '9')
        size--;
    for (Py_ssize_t at = 0; !failed && at <= size; at++) {
        char sign = at < size ? data[at] : '-';
        if (sign != '-' && sign != '_')
            continue;
        PyObject *word = PyUnicode_FromStringAndSize(data + begin, at - begin);
        failed = word == NULL || read_word(&state, tables, word);
        if (first == NULL)
            first = Py_XNewRef(word);
        Py_XDECREF(word);
        if (sign == '_' && at + 1 < size && data[at + 1] == '_')
            at++; /* two underscores are one separator */
        begin = at + 1;
    }
    int64_t hint = failed ? -1 : state.hint | state.alone;
    if (hint > 0) {
        int is_special = PySet_Contains(tables->special_first, first);
        if (is_special > 0) {
            hint = number_from(PyObject_CallFunction(tables->with_special_first, "OL", name, (long long)hint));
        }
        else if (is_special < 0)
            hint = -1;
    }
    Py_XDECREF(first);
    Py_DECREF(name);
    return hint;
}

/* Look up the hint of a name that may have been read before. */
static int64_t
known_hint(const struct tables *tables, PyObject *seen, PyObject *name, int is_empty)
{
    PyObject *known = PyDict_GetItemWithError(seen, name);
    if (known != NULL)
        return PyLong_AsLongLong(known);
    if (PyErr_Occurred())
        return -1;
    int64_t hint = is_empty ? 0 : hint_of_name(tables, name);
    if (hint < 0)
        return -1;
    PyObject *number = PyLong_FromLongLong(hint);
    int failed = number == NULL || PyDict_SetItem(seen, name, number);
    Py_XDECREF(number);
    return failed ? -1 : hint;
}

/* The names of a list of names. */
struct names {
    PyObject *split;  /* a list, if the string has half characters; else NULL */
    const char *data; /* UTF-8 */
    Py_ssize_t size, place;
};

static int
open_names(struct names *names, PyObject *string)
{
    names->place = 0;
    names->data = bytes_of(string, &names->size);
    names->split = names->data == NULL ? PyUnicode_Split(string, NULL, -1) : NULL;
    return names->data == NULL && names->split == NULL ? -1 : 0;
}

/* Return the next name; NULL after the last, or with an exception. */
static PyObject *
next_name(struct names *names)
{
    if (names->split != NULL)
        return names->place < PyList_Size(names->split) ? Py_NewRef(PyList_GetItem(names->split, names->place++)) : NULL;
    const unsigned char *data = (const unsigned char *)names->data;
    Py_ssize_t begin = names->place, length;
    while (begin < names->size && (length = space_at(data + begin, names->size - begin)) > 0)
        begin += length;
    Py_ssize_t end = begin;
    while (end < names->size && space_at(data + end, names->size - end) == 0)
        end++;
    names->place = end;
    return begin < end ? PyUnicode_FromStringAndSize(names->data + begin, end - begin) : NULL;
}

static int64_t
hints_of(const struct tables *tables, PyObject *seen, PyObject *names)
{
    int64_t hint = 0, known = 0;
    struct names list;
    PyObject *name;
    if (open_names(&list, names) < 0)
        return -1;
    while (known >= 0 && (name = next_name(&list)) != NULL) {
        known = known_hint(tables, seen, name, 0);
        Py_DECREF(name);
        hint |= known;
    }
    Py_XDECREF(list.split);
    return known < 0 || PyErr_Occurred() ? -1 : hint;
}

static Py_ssize_t
count_of(PyObject *text, Py_UCS4 wanted)
{
    Py_ssize_t count = 0, size = PyUnicode_GetLength(text);
    for (Py_ssize_t at = 0; at < size; at++)
        count += PyUnicode_ReadChar(text, at) == wanted;
    return count;
}

/* ---- All elements of a page ---- */

struct page {
    struct tables tables;
    PyObject *elements, *tags;            /* lists */
    Py_buffer parents, first, last, into; /* of 64-bit numbers */
    PyObject *tag_hints, *roles, *properties, *judge, *classes, *ids, *frames;
    PyObject *seen, *numbers, *class_hints, *attr, *attrs, *class_name, *id_name, *role_name, *property_name;
    long long max_id_words;
};

/* Count the attributes of an element; -1 for an error. */
static Py_ssize_t
count_attributes(struct page *page, PyObject *element)
{
    PyObject *attributes = PyObject_GetAttr(element, page->attrs);
    Py_ssize_t count = attributes != NULL ? PyObject_Size(attributes) : -1;
    Py_XDECREF(attributes);
    return count;
}

/* Return the value of an attribute, or NULL: without an exception if there is none or it is empty. `left` is the number
   of attributes that have not been found yet: most elements have one, and to ask for another would take time. */
static PyObject *
attribute(struct page *page, PyObject *element, PyObject *name, Py_ssize_t *left)
{
    if (*left <= 0)
        return NULL;
    PyObject *value = PyObject_CallMethodObjArgs(element, page->attr, name, NULL);
    *left -= value != NULL && value != Py_None;
    if (value != NULL && (!PyUnicode_Check(value) || PyUnicode_GetLength(value) == 0))
        Py_CLEAR(value);
    return value;
}

/* Find the number of a class attribute and its hints; -1 for an error. */
static int64_t
read_class(struct page *page, PyObject *names, int64_t *number)
{
    PyObject *known = PyDict_GetItemWithError(page->numbers, names);
    if (known != NULL) {
        *number = PyLong_AsLongLong(known);
        return PyLong_AsLongLong(PyList_GetItem(page->class_hints, *number));
    }
    if (PyErr_Occurred())
        return -1;
    *number = PyList_Size(page->classes);
    int64_t hint = hints_of(&page->tables, page->seen, names);
    PyObject *place = PyLong_FromLongLong(*number), *bits = hint >= 0 ? PyLong_FromLongLong(hint) : NULL;
    int failed = place == NULL || bits == NULL || PyDict_SetItem(page->numbers, names, place)
        || PyList_Append(page->classes, names) || PyList_Append(page->class_hints, bits);
    Py_XDECREF(place);
    Py_XDECREF(bits);
    return failed ? -1 : hint;
}

static int64_t
read_id(struct page *page, Py_ssize_t node, PyObject *name)
{
    PyObject *entry = Py_BuildValue("nO", node, name);
    int failed = entry == NULL || PyList_Append(page->ids, entry);
    Py_XDECREF(entry);
    return failed ? -1 : known_hint(&page->tables, page->seen, name, count_of(name, '-') >= page->max_id_words);
}

/* Look up the bits of a key in a dictionary; 0 if it is not there, -1 for an error. */
static int64_t
bits_of(PyObject *dict, PyObject *key)
{
    PyObject *bits = PyDict_GetItemWithError(dict, key);
    if (bits == NULL)
        return PyErr_Occurred() ? -1 : 0;
    return PyLong_AsLongLong(bits);
}

/* Look up the bits of an attribute's value; 0 if there is none, -1 for an error. */
static int64_t
bits_of_attribute(struct page *page, PyObject *element, PyObject *name, PyObject *bits, Py_ssize_t *left)
{
    PyObject *value = attribute(page, element, name, left);
    if (value == NULL)
        return PyErr_Occurred() ? -1 : 0;
    int64_t hint = bits_of(bits, value);
    Py_DECREF(value);
    return hint;
}

/* Collect the hints of one element; -1 for an error. */
static int64_t
read_element(struct page *page, Py_ssize_t node, PyObject *element, PyObject *tag)
{
    int64_t hint = bits_of(page->tag_hints, tag), said = 0, number;
    Py_ssize_t left = hint >= 0 ? count_attributes(page, element) : -1;
    PyObject *names = left >= 0 ? attribute(page, element, page->class_name, &left) : NULL;
    if (names != NULL) {
        said = read_class(page, names, &number);
        Py_DECREF(names);
        if (said < 0)
            return -1;
        ((int64_t *)page->into.buf)[node] = number;
        hint |= said;
    }
    else if (PyErr_Occurred())
        return -1;
    names = attribute(page, element, page->id_name, &left);
    if (names != NULL) {
        said = read_id(page, node, names);
        Py_DECREF(names);
        if (said < 0)
            return -1;
        hint |= said;
    }
    else if (PyErr_Occurred())
        return -1;
    said = bits_of_attribute(page, element, page->role_name, page->roles, &left);
    int64_t of_property =
        said >= 0 ? bits_of_attribute(page, element, page->property_name, page->properties, &left) : -1;
    return of_property >= 0 ? hint | said | of_property : -1;
}

/* An entry of a list that Python may change while it is read. */
static PyObject *
item_of(PyObject *list, Py_ssize_t place)
{
    return Py_XNewRef(PyList_GetItem(list, place));
}

static int
read_page(struct page *page)
{
    const int64_t *parents = page->parents.buf, *first = page->first.buf, *last = page->last.buf;
    Py_ssize_t count = PyList_Size(page->elements), closed = count;
    for (Py_ssize_t node = 0; node < count; node++) {
        if (parents[node] >= closed)
            continue;
        closed = count;
        if (first[node] == last[node])
            continue;
        PyObject *tag = item_of(page->tags, node), *element = tag != NULL ? item_of(page->elements, node) : NULL;
        int64_t hint = element != NULL ? read_element(page, node, element, tag) : -1;
        int is_frame = hint > 0 ? PySet_Contains(page->frames, tag) : 0;
        Py_XDECREF(tag);
        Py_XDECREF(element);
        if (hint < 0)
            return -1;
        if (hint == 0)
            continue;
        if (is_frame) {
            if (is_frame < 0)
                return -1;
            continue;
        }
        PyObject *closes = PyObject_CallFunction(page->judge, "nL", node, (long long)hint);
        if (closes == NULL)
            return -1;
        if (closes == Py_True)
            closed = node;
        Py_DECREF(closes);
    }
    return 0;
}

PyObject *
read_names(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    struct page page;
    memset(&page, 0, sizeof(page));
    struct tables *tables = &page.tables;
    if (!PyArg_ParseTuple(
            arguments, "O!O!y*y*y*w*O!O!O!O(O!O!O!OOOO!O!O!O!L):read_names", &PyList_Type, &page.elements, &PyList_Type,
            &page.tags, &page.parents, &page.first, &page.last, &page.into, &PyList_Type, &page.classes, &PyList_Type,
            &page.class_hints, &PyList_Type, &page.ids, &page.judge, &PyDict_Type,
            &tables->whole, &PyDict_Type, &tables->words, &PyFrozenSet_Type, &tables->special_first,
            &tables->without_humps, &tables->with_special_first, &tables->slowly, &PyDict_Type, &page.tag_hints, &PyDict_Type, &page.roles,
            &PyDict_Type, &page.properties, &PyFrozenSet_Type, &page.frames, &page.max_id_words))
        return NULL;
    Py_ssize_t size = PyList_Size(page.elements) * (Py_ssize_t)sizeof(int64_t);
    int failed = 0;
    if (PyList_Size(page.tags) * (Py_ssize_t)sizeof(int64_t) != size || page.parents.len != size
        || page.first.len != size || page.last.len != size || page.into.len != size) {
        PyErr_SetString(PyExc_ValueError, "columns of different lengths");
        failed = 1;
    }
    page.seen = PyDict_New();
    page.numbers = PyDict_New();
    page.attr = PyUnicode_InternFromString("attr");
    page.attrs = PyUnicode_InternFromString("attrs");
    page.class_name = PyUnicode_InternFromString("class");
    page.id_name = PyUnicode_InternFromString("id");
    page.role_name = PyUnicode_InternFromString("role");
    page.property_name = PyUnicode_InternFromString("itemprop");
    failed = failed || !page.seen || !page.numbers || !page.attr || !page.attrs || !page.class_name || !page.id_name || !page.role_name
        || !page.property_name || read_page(&page);
    Py_XDECREF(page.seen);
    Py_XDECREF(page.numbers);
    Py_XDECREF(page.attr);
    Py_XDECREF(page.attrs);
    Py_XDECREF(page.class_name);
    Py_XDECREF(page.id_name);
    Py_XDECREF(page.role_name);
    Py_XDECREF(page.property_name);
    PyBuffer_Release(&page.parents);
    PyBuffer_Release(&page.first);
    PyBuffer_Release(&page.last);
    PyBuffer_Release(&page.into);
    return failed ? NULL : Py_NewRef(Py_None);
}

/* ---- The lexicon ---- */

struct score {
    double total;
    Py_ssize_t count;
};

/* Add the lexicon's score of a word: return 1 if the lexicon knows it, else 0, or -1 for an error. */
static int
add_score(PyObject *lexicon, PyObject *word, struct score *score)
{
    PyObject *said = PyDict_GetItemWithError(lexicon, word);
    if (said == NULL)
        return PyErr_Occurred() ? -1 : 0;
    score->total += PyFloat_AsDouble(said);
    score->count++;
    return 1;
}

/* Add the scores of the words of a lower-case ASCII name, which hyphens and underscores separate. */
static int
add_parts(PyObject *lexicon, const char *data, Py_ssize_t size, struct score *score)
{
    Py_ssize_t begin = 0;
    for (Py_ssize_t at = 0; at <= size; at++) {
        if (at < size && data[at] != '-' && data[at] != '_' && !is_space((Py_UCS4)data[at]))
            continue;
        if (begin < at) {
            PyObject *word = PyUnicode_FromStringAndSize(data + begin, at - begin);
            int known = word != NULL ? add_score(lexicon, word, score) : -1;
            Py_XDECREF(word);
            if (known < 0)
                return -1;
        }
        begin = at + 1;
    }
    return 0;
}

/* Score a name, as _said in Python does; -1 for an error. */
static int
score_name(PyObject *lexicon, PyObject *said, PyObject *name, struct score *score)
{
    Py_ssize_t size;
    const char *data = bytes_of(name, &size);
    if (data != NULL && is_plain(data, size)) {
        int known = add_score(lexicon, name, score);
        return known ? (known < 0 ? -1 : 0) : add_parts(lexicon, data, size, score);
    }
    PyObject *pair = PyObject_CallFunctionObjArgs(said, name, NULL);
    if (pair == NULL)
        return -1;
    int failed = !PyArg_ParseTuple(pair, "dn", &score->total, &score->count);
    Py_DECREF(pair);
    return failed ? -1 : 0;
}

static int
score_class(PyObject *lexicon, PyObject *said, PyObject *names, struct score *sum)
{
    struct names list;
    PyObject *name;
    int failed = open_names(&list, names);
    while (!failed && (name = next_name(&list)) != NULL) {
        struct score score = {0.0, 0};
        failed = score_name(lexicon, said, name, &score);
        Py_DECREF(name);
        sum->total += score.total;
        sum->count += score.count;
    }
    Py_XDECREF(list.split);
    return failed || PyErr_Occurred() ? -1 : 0;
}

PyObject *
score_classes(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *classes, *lexicon, *said;
    if (!PyArg_ParseTuple(arguments, "O!O!O:score_classes", &PyList_Type, &classes, &PyDict_Type, &lexicon, &said))
        return NULL;
    Py_ssize_t count = PyList_Size(classes);
    PyObject *totals = PyList_New(count), *counts = PyList_New(count), *result = NULL;
    int failed = totals == NULL || counts == NULL;
    for (Py_ssize_t number = 0; !failed && number < count; number++) {
        struct score sum = {0.0, 0};
        PyObject *total = NULL, *known = NULL, *names = item_of(classes, number);
        failed = names == NULL || score_class(lexicon, said, names, &sum)
            || (total = PyFloat_FromDouble(sum.total)) == NULL || (known = PyLong_FromSsize_t(sum.count)) == NULL;
        Py_XDECREF(names);
        if (failed)
            Py_XDECREF(total);
        else {
            PyList_SetItem(totals, number, total);
            PyList_SetItem(counts, number, known);
        }
    }
    if (!failed)
        result = PyTuple_Pack(2, totals, counts);
    Py_XDECREF(totals);
    Py_XDECREF(counts);
    return result;
}

/* ---- Inherited hints ---- */

/* inherit(hints, parents): join the hints of each node with those of all nodes around it, as bytes. */
PyObject *
inherit(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *hints;
    Py_buffer parents;
    if (!PyArg_ParseTuple(arguments, "O!y*:inherit", &PyList_Type, &hints, &parents))
        return NULL;
    Py_ssize_t count = PyList_Size(hints);
    PyObject *result = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(int64_t));
    if (result != NULL && parents.len != PyBytes_Size(result)) {
        PyErr_SetString(PyExc_ValueError, "columns of different lengths");
        Py_CLEAR(result);
    }
    int64_t *into = result != NULL ? (int64_t *)PyBytes_AsString(result) : NULL;
    for (Py_ssize_t node = 0; into != NULL && node < count; node++) {
        int64_t parent = ((const int64_t *)parents.buf)[node];
        into[node] = PyLong_AsLongLong(PyList_GetItem(hints, node));
        if (parent >= 0 && parent < node)
            into[node] |= into[parent];
    }
    PyBuffer_Release(&parents);
    if (PyErr_Occurred())
        Py_CLEAR(result);
    return result;
}

/* ---- Lines ---- */

struct lines {
    PyObject *texts, *table, *edges, *first_words, *label_signs, *hint_of_label, *hint_in, *casefold;
    Py_buffer nodes, inherited, into;
    Py_ssize_t max_line, max_labelled, max_label;
    long long menus;
    char is_edge[128];
};

static int
has_sign(PyObject *text, PyObject *signs)
{
    Py_ssize_t size = PyUnicode_GetLength(signs);
    for (Py_ssize_t at = 0; at < size; at++)
        if (PyUnicode_FindChar(text, PyUnicode_ReadChar(signs, at), 0, PyUnicode_GetLength(text), 1) >= 0)
            return 1;
    return 0;
}

static int
is_edge(const struct lines *lines, Py_UCS4 sign)
{
    if (sign < 128)
        return lines->is_edge[sign];
    return PyUnicode_FindChar(lines->edges, sign, 0, PyUnicode_GetLength(lines->edges), 1) >= 0;
}

static PyObject *
casefolded(const struct lines *lines, PyObject *text)
{
    Py_ssize_t size;
    const char *data = bytes_of(text, &size);
    char small[256]; /* lines are short */
    if (data == NULL || size != PyUnicode_GetLength(text) || size > (Py_ssize_t)sizeof(small))
        return PyObject_CallMethodObjArgs(text, lines->casefold, NULL);
    for (Py_ssize_t at = 0; at < size; at++)
        small[at] = (char)(data[at] >= 'A' && data[at] <= 'Z' ? data[at] | 0x20 : data[at]);
    return PyUnicode_FromStringAndSize(small, size);
}

static PyObject *
without_edges(const struct lines *lines, PyObject *line)
{
    Py_ssize_t begin = 0, end = PyUnicode_GetLength(line);
    while (begin < end && is_edge(lines, PyUnicode_ReadChar(line, begin)))
        begin++;
    while (end > begin && is_edge(lines, PyUnicode_ReadChar(line, end - 1)))
        end--;
    return PyUnicode_Substring(line, begin, end);
}

static int
has_digit(PyObject *line)
{
    Py_ssize_t size = PyUnicode_GetLength(line);
    for (Py_ssize_t at = 0; at < size; at++) {
        Py_UCS4 sign = PyUnicode_ReadChar(line, at);
        if (sign >= '0' && sign <= '9')
            return 1;
    }
    return 0;
}

/* Tell whether the first word of a line is the first word of a known phrase; -1 for an error. */
static int
begins_known(const struct lines *lines, PyObject *key)
{
    Py_ssize_t end = PyUnicode_FindChar(key, ' ', 0, PyUnicode_GetLength(key), 1);
    PyObject *word = end < 0 ? Py_NewRef(key) : PyUnicode_Substring(key, 0, end);
    int known = word != NULL ? PySet_Contains(lines->first_words, word) : -1;
    Py_XDECREF(word);
    return known;
}

/* Find the hints of a short line; -1 for an error. */
static int64_t
read_line(const struct lines *lines, PyObject *text)
{
    int64_t hint = -1;
    PyObject *line = casefolded(lines, text), *key = line != NULL ? without_edges(lines, line) : NULL;
    PyObject *known = key != NULL ? PyDict_GetItemWithError(lines->table, key) : NULL;
    if (known != NULL)
        hint = PyLong_AsLongLong(known);
    else if (key != NULL && !PyErr_Occurred()) {
        int is_asked = has_digit(line) || has_sign(line, lines->label_signs) ? 1 : begins_known(lines, key);
        if (is_asked > 0)
            hint = number_from(PyObject_CallFunctionObjArgs(lines->hint_in, text, line, key, NULL));
        else
            hint = is_asked;
    }
    Py_XDECREF(line);
    Py_XDECREF(key);
    return hint;
}

/* Find the hints of a long line by the label before its colon; -1 for an error. */
static int64_t
read_label(const struct lines *lines, PyObject *text)
{
    Py_ssize_t size = PyUnicode_GetLength(text);
    if (size > lines->max_labelled || PyUnicode_FindChar(text, ':', 0, Py_MIN(size, lines->max_label), 1) < 0)
        return 0;
    return number_from(PyObject_CallFunctionObjArgs(lines->hint_of_label, text, NULL));
}

static int
read_lines(struct lines *lines)
{
    Py_ssize_t count = PyList_Size(lines->texts);
    Py_ssize_t known = lines->inherited.len / (Py_ssize_t)sizeof(int64_t);
    for (Py_ssize_t block = 0; block < count; block++) {
        PyObject *text = item_of(lines->texts, block);
        int64_t node = ((const int64_t *)lines->nodes.buf)[block], hint;
        if (text == NULL)
            return -1;
        if (PyUnicode_GetLength(text) > lines->max_line)
            hint = read_label(lines, text);
        else if (PyUnicode_GetLength(text) == 0
                 || (node >= 0 && node < known && ((const int64_t *)lines->inherited.buf)[node] & lines->menus))
            hint = 0;
        else
            hint = read_line(lines, text);
        Py_DECREF(text);
        if (hint < 0)
            return -1;
        ((int64_t *)lines->into.buf)[block] = hint;
    }
    return 0;
}

PyObject *
line_hints(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    struct lines lines;
    memset(&lines, 0, sizeof(lines));
    if (!PyArg_ParseTuple(arguments, "O!y*y*w*O!(UO!UOOnnnL):line_hints", &PyList_Type, &lines.texts, &lines.nodes,
                          &lines.inherited, &lines.into, &PyDict_Type, &lines.table, &lines.edges, &PyFrozenSet_Type,
                          &lines.first_words, &lines.label_signs, &lines.hint_of_label, &lines.hint_in, &lines.max_line,
                          &lines.max_labelled, &lines.max_label, &lines.menus))
        return NULL;
    Py_ssize_t size = PyList_Size(lines.texts) * (Py_ssize_t)sizeof(int64_t);
    int failed = lines.nodes.len != size || lines.into.len != size;
    if (failed)
        PyErr_SetString(PyExc_ValueError, "columns of different lengths");
    for (Py_ssize_t at = 0; at < PyUnicode_GetLength(lines.edges); at++) {
        Py_UCS4 sign = PyUnicode_ReadChar(lines.edges, at);
        if (sign < 128)
            lines.is_edge[sign] = 1;
    }
    lines.casefold = PyUnicode_InternFromString("casefold");
    failed = failed || lines.casefold == NULL || read_lines(&lines);
    Py_XDECREF(lines.casefold);
    PyBuffer_Release(&lines.nodes);
    PyBuffer_Release(&lines.inherited);
    PyBuffer_Release(&lines.into);
    return failed ? NULL : Py_NewRef(Py_None);
}
