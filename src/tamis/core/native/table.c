/* Columns of a document to columns of rows and nodes, as tamis.core.strategies.learned.block_table does it. */

#include "page.h"
#include "text.h"

static void *
keep_block(struct arena *arena, Py_ssize_t count, size_t size, int is_zero)
{
    if (count < 0 || arena->count == MOST_BLOCKS_HELD || (size_t)count > (size_t)PY_SSIZE_T_MAX / 2 / size) {
        PyErr_NoMemory();
        return NULL;
    }
    void *block = is_zero ? PyMem_Calloc((size_t)count + 1, size) : PyMem_Malloc(((size_t)count + 1) * size);
    if (block == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    arena->held[arena->count++] = block;
    return block;
}

void *
take(struct arena *arena, Py_ssize_t count, size_t size)
{
    return keep_block(arena, count, size, 1);
}

void *
take_any(struct arena *arena, Py_ssize_t count, size_t size)
{
    return keep_block(arena, count, size, 0);
}

void
drop_since(struct arena *arena, size_t count)
{
    while (arena->count > count)
        PyMem_Free(arena->held[--arena->count]);
}

void
drop_block(struct arena *arena, void *block)
{
    for (size_t at = arena->count; block != NULL && at-- > 0;)
        if (arena->held[at] == block) {
            PyMem_Free(block);
            arena->held[at] = NULL;
            return;
        }
}

void
drop_arena(struct arena *arena)
{
    drop_since(arena, 0);
}

int
group(struct arena *arena, Py_ssize_t count, const int64_t *first, const int64_t *second, struct groups *result)
{
    size_t room = 16;
    while (room < (size_t)count * 2)
        room *= 2;
    int32_t *slots = PyMem_Calloc(room, sizeof(int32_t)); /* an entry of the group, plus one */
    result->of = take(arena, count, sizeof(int32_t));
    result->count = 0;
    if (slots == NULL || result->of == NULL) {
        if (slots == NULL && !PyErr_Occurred())
            PyErr_NoMemory();
        PyMem_Free(slots);
        return -1;
    }
    for (Py_ssize_t entry = 0; entry < count; entry++) {
        uint64_t one = (uint64_t)first[entry], other = second != NULL ? (uint64_t)second[entry] : 0;
        uint64_t hash = (one * 0x9E3779B97F4A7C15u) ^ (other * 0xC2B2AE3D27D4EB4Fu);
        hash ^= hash >> 29;
        hash *= 0xBF58476D1CE4E5B9u;
        size_t slot = (size_t)(hash >> 32) & (room - 1);
        for (;; slot = (slot + 1) & (room - 1)) {
            if (slots[slot] == 0) {
                slots[slot] = (int32_t)entry + 1;
                result->of[entry] = result->count++;
                break;
            }
            Py_ssize_t known = slots[slot] - 1;
            if (first[known] == first[entry] && (second == NULL || second[known] == second[entry])) {
                result->of[entry] = result->of[known];
                break;
            }
        }
    }
    PyMem_Free(slots);
    return 0;
}

int
group_siblings(const struct page *page, struct arena *arena, struct groups *result)
{
    int64_t *parents = take(arena, page->nodes, sizeof(int64_t));
    if (parents == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++)
        parents[node] = page->parents[node];
    return group(arena, page->nodes, parents, page->forms, result);
}

/* ---- Texts ---- */

static int
is_one_of(uint32_t character, const uint32_t *signs, Py_ssize_t count)
{
    for (Py_ssize_t at = 0; at < count; at++)
        if (signs[at] == character)
            return 1;
    return 0;
}

/* Words separated by spaces; in scripts without spaces, estimated from the characters. */
static double
count_words(const struct model *model, const struct text *text)
{
    Py_ssize_t spaces = 0, wide = 0;
    for (Py_ssize_t at = 0; at < text->size; at++)
        spaces += (text->data[at] == ' ') | (text->data[at] == '\n');
    if (text->size != text->characters)
        for (Py_ssize_t at = 0; at < text->size; at++) {
            if (text->data[at] < 0xE0) /* the scripts begin above U+0800 */
                continue;
            uint32_t character = character_at(text, at);
            for (Py_ssize_t range = 0; range < model->unspaced_count; range++)
                wide += character >= model->unspaced[2 * range] && character <= model->unspaced[2 * range + 1];
        }
    return (double)(spaces + 1) + (wide ? (double)wide / model->constants.CHARACTERS_PER_WORD : 0.0);
}

/* Count the phrases of forums in the short lines of a page, of which each one counts without overlaps. */
static int
count_phrases(struct page *page, const char *lines, Py_ssize_t size, Py_ssize_t line_count)
{
    struct model *model = page->model;
    Py_ssize_t count = PyTuple_Size(model->phrases);
    const char *phrases[MOST_PHRASES], *next[MOST_PHRASES];
    Py_ssize_t sizes[MOST_PHRASES], times[MOST_PHRASES];
    int16_t first[256], following[MOST_PHRASES]; /* the phrases that begin with a byte */
    memset(first, -1, sizeof(first));
    for (Py_ssize_t phrase = 0; phrase < count; phrase++) {
        char *data;
        PyObject *bytes = PyTuple_GetItem(model->phrases, phrase);
        if (bytes == NULL || PyBytes_AsStringAndSize(bytes, &data, &sizes[phrase]) < 0)
            return -1;
        phrases[phrase] = data;
        next[phrase] = lines;
        times[phrase] = 0;
        following[phrase] = first[(unsigned char)data[0]];
        first[(unsigned char)data[0]] = (int16_t)phrase;
    }
    for (const char *at = lines, *end = lines + size; at < end; at++)
        for (int16_t phrase = first[(unsigned char)*at]; phrase >= 0; phrase = following[phrase])
            if (at >= next[phrase] && end - at >= sizes[phrase] && memcmp(at, phrases[phrase], (size_t)sizes[phrase]) == 0) {
                times[phrase]++;
                next[phrase] = at + sizes[phrase];
            }
    double often = 0.0;
    for (Py_ssize_t phrase = 0; phrase < count; phrase++) {
        often += least_of((double)times[phrase], model->constants.MOST_TIMES);
        page->phrases += times[phrase] > 0;
    }
    page->often = often / most_of(model->constants.MIN_LINES, (double)line_count);
    return 0;
}

/* Read the text of each row. */
static int
read_texts(struct page *page, PyObject *texts)
{
    const struct model *model = page->model;
    PyObject *known = PyDict_New();
    char *lines = NULL;
    Py_ssize_t room = 0, used = 0, line_count = 0, row = 0, questions = 0;
    for (; known != NULL && row < page->count; row++) {
        PyObject *string = PyList_GetItem(texts, (Py_ssize_t)page->blocks[row]);
        struct text text = {NULL, NULL, 0, 0};
        if (string == NULL || open_text(string, &text) < 0)
            break;
        if (text.size == 0) {
            PyErr_SetString(PyExc_ValueError, "a row without text");
            Py_DECREF(text.bytes);
            break;
        }
        PyObject *number = PyDict_GetItemWithError(known, string);
        if (number != NULL)
            page->texts[row] = (int32_t)PyLong_AsLong(number);
        else if (!PyErr_Occurred() && (number = PyLong_FromSsize_t(page->text_count)) != NULL) {
            page->texts[row] = (int32_t)page->text_count++;
            PyDict_SetItem(known, string, number);
            Py_DECREF(number);
        }
        if (!PyErr_Occurred() && (double)text.characters <= model->constants.MAX_LINE) {
            if (used + text.size + 1 > room) {
                room = 2 * (used + text.size) + 4096;
                char *larger = PyMem_Realloc(lines, (size_t)room);
                if (larger == NULL)
                    PyErr_NoMemory();
                else
                    lines = larger;
            }
            if (!PyErr_Occurred()) {
                if (line_count++)
                    lines[used++] = '\n';
                memcpy(lines + used, text.data, (size_t)text.size);
                used += text.size;
            }
        }
        page->characters[row] = (double)text.characters;
        page->words[row] = count_words(model, &text);
        for (Py_ssize_t at = 0; at < text.size; at++)
            questions += text.data[at] == '?';
        Py_ssize_t last = text.size - 1;
        while (last > 0 && (text.data[last] & 0xC0) == 0x80)
            last--;
        uint32_t end = character_at(&text, last);
        page->ends[row] = is_one_of(end, model->sentence_ends, model->sentence_end_count);
        page->colon[row] = (uint8_t)is_one_of(end, model->colons, model->colon_count);
        page->question[row] = (uint8_t)is_one_of(end, model->questions, model->question_count);
        Py_DECREF(text.bytes);
        if (PyErr_Occurred())
            break;
    }
    int failed = known == NULL || row < page->count || PyErr_Occurred();
    if (!failed) {
        page->questions = (double)questions / (double)page->count;
        failed = count_phrases(page, lines != NULL ? lines : "", used, line_count) < 0;
    }
    Py_XDECREF(known);
    PyMem_Free(lines);
    return failed ? -1 : 0;
}

/* ---- Columns ---- */

struct columns {
    PyObject *texts, *kinds, *hidden, *visible, *tags; /* lists, borrowed */
    Py_buffer block_nodes, link_sizes, parents, first, last, classes, hints, line_hints, menus, set_pieces;
    Py_buffer totals, counts, id_nodes, id_totals, id_counts;
    Py_ssize_t title, blocks, nodes;
};

static int
refuse(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

#define NUMBERS(column) ((const int64_t *)(column).buf)

/* Check that the columns are those of one tree, with the blocks of each element inside those of its parent. */
static int
check_columns(const struct columns *given)
{
    Py_ssize_t blocks = given->blocks, nodes = given->nodes, width = (Py_ssize_t)sizeof(int64_t);
    if (blocks > INT32_MAX / 4 || nodes > INT32_MAX / 4)
        return refuse("the page is too long");
    if (PyList_Size(given->kinds) != blocks || PyList_Size(given->hidden) != blocks || PyList_Size(given->visible) != blocks
        || given->block_nodes.len != blocks * width || given->link_sizes.len != blocks * width
        || given->line_hints.len != blocks * width || (given->set_pieces.len != 0 && given->set_pieces.len != blocks))
        return refuse("columns of blocks of different lengths");
    if (given->parents.len != nodes * width || given->first.len != nodes * width || given->last.len != nodes * width
        || given->classes.len != nodes * width || given->hints.len != nodes * width)
        return refuse("columns of elements of different lengths");
    if (given->menus.len % (2 * width) != 0 || given->totals.len % width != 0 || given->counts.len != given->totals.len
        || given->id_nodes.len % width != 0 || given->id_totals.len != given->id_nodes.len
        || given->id_counts.len != given->id_nodes.len || given->title < -1 || given->title >= blocks)
        return refuse("numbers that do not fit");
    const int64_t *parents = NUMBERS(given->parents), *first = NUMBERS(given->first), *last = NUMBERS(given->last);
    for (Py_ssize_t node = 0; node < nodes; node++) {
        int64_t parent = parents[node];
        if (parent >= node || parent < -1 || first[node] < 0 || first[node] > last[node] || last[node] > blocks
            || (parent >= 0 && (first[node] < first[parent] || last[node] > last[parent])))
            return refuse("elements that are no tree");
        if (NUMBERS(given->classes)[node] < 0 || NUMBERS(given->classes)[node] >= given->totals.len / width)
            return refuse("an unknown class");
    }
    for (Py_ssize_t block = 0; block < blocks; block++) {
        int64_t node = NUMBERS(given->block_nodes)[block];
        if (node < 0 || node >= nodes || block < first[node] || block >= last[node])
            return refuse("a block outside of its element");
    }
    for (Py_ssize_t at = 0; at < given->menus.len / width; at++)
        if (NUMBERS(given->menus)[at] < 0 || NUMBERS(given->menus)[at] > blocks)
            return refuse("a menu outside of the page");
    for (Py_ssize_t at = 0; at < given->id_nodes.len / width; at++)
        if (NUMBERS(given->id_nodes)[at] < 0 || NUMBERS(given->id_nodes)[at] >= nodes)
            return refuse("an id of no element");
    return 0;
}

/* Choose the blocks to judge: those with text, except in menus, and the title's heading. */
static int
choose_blocks(struct page *page, const struct columns *given)
{
    uint8_t *asked = take(&page->arena, given->blocks, 1);
    double *menus = take(&page->arena, given->blocks + 1, sizeof(double));
    page->blocks = take(&page->arena, given->blocks, sizeof(int64_t));
    if (asked == NULL || menus == NULL || page->blocks == NULL)
        return -1;
    for (Py_ssize_t block = 0; block < given->blocks; block++) {
        PyObject *text = PyList_GetItem(given->texts, block);
        Py_ssize_t size = text != NULL && PyUnicode_CheckExact(text) ? PyUnicode_GetLength(text) : -1;
        if (size < 0)
            return refuse("a text that is no string");
        asked[block] = size > 0;
    }
    const int64_t *ranges = NUMBERS(given->menus);
    for (Py_ssize_t at = 0; at < given->menus.len / (Py_ssize_t)sizeof(int64_t); at += 2) {
        for (int64_t block = ranges[at]; block < ranges[at + 1]; block++)
            asked[block] = 0;
        menus[ranges[at]] += 1.0;
    }
    if (given->title >= 0)
        asked[given->title] = 1;
    page->title = -1;
    double before = 0.0;
    for (Py_ssize_t block = 0; block < given->blocks; block++) {
        double begun = menus[block];
        menus[block] = before;
        before += begun;
        if (!asked[block])
            continue;
        if (block == given->title)
            page->title = page->count;
        page->blocks[page->count++] = block;
    }
    page->menus_before = menus; /* of each block, until the rows have theirs */
    return 0;
}

static int
number_of_kind(const struct model *model, PyObject *kind)
{
    Py_ssize_t count = PyTuple_Size(model->kinds);
    for (Py_ssize_t number = 0; number < count; number++)
        if (PyTuple_GetItem(model->kinds, number) == kind)
            return (int)number;
    return refuse("a kind that the model does not know");
}

static int
read_rows(struct page *page, const struct columns *given, const int32_t *number)
{
    const struct model *model = page->model;
    const struct constants *is = &model->constants;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        Py_ssize_t block = (Py_ssize_t)page->blocks[row];
        int kind = number_of_kind(model, PyList_GetItem(given->kinds, block));
        if (kind < 0)
            return -1;
        PyObject *visible = PyList_GetItem(given->visible, block), *hidden = PyList_GetItem(given->hidden, block);
        if (visible == NULL || hidden == NULL)
            return -1;
        page->kinds[row] = kind;
        int64_t node = NUMBERS(given->block_nodes)[block];
        page->node_of[row] = number[node];
        page->hints[row] = NUMBERS(given->hints)[node];
        page->line_hints[row] = NUMBERS(given->line_hints)[block];
        page->visible[row] = visible == Py_True;
        page->hidden[row] = hidden != Py_None;
        page->set_pieces[row] = given->set_pieces.len != 0 ? ((const uint8_t *)given->set_pieces.buf)[block] : 0;
        page->shown[row] = page->visible[row] && kind != (int)is->KIND_CAPTION && row != page->title;
        page->shown_words[row] = page->shown[row] ? page->words[row] : 0.0;
        page->density[row] = least_of((double)NUMBERS(given->link_sizes)[block] / page->characters[row], 1.0);
        double words = page->words[row], density = page->density[row];
        double running = words >= is->LONG && density < is->LINKED_RUNNING ? words * (1.0 - density) : 0.0;
        page->prose[row] = page->ends[row] > 0.0 ? running : is->NO_SENTENCE * running;
        page->words_before[row + 1] = page->words_before[row] + words;
        page->prose_before[row + 1] = page->prose_before[row] + page->prose[row];
        page->links_before[row + 1] = page->links_before[row] + words * density;
    }
    for (Py_ssize_t row = 0; row < page->count; row++)
        page->menus_before[row] = page->menus_before[page->blocks[row]]; /* a row is no later than its block */
    page->all_words = most_of(1.0, page->words_before[page->count]);
    page->all_prose = most_of(1.0, page->prose_before[page->count]);
    return 0;
}

/* Choose the elements that hold rows. `number` gets the number of each. */
static int
read_nodes(struct page *page, const struct columns *given, int32_t *number)
{
    const struct model *model = page->model;
    int32_t *row_of = take(&page->arena, given->blocks + 1, sizeof(int32_t));
    page->node_numbers = take(&page->arena, given->nodes, sizeof(int64_t));
    page->node_classes = take(&page->arena, given->nodes, sizeof(int64_t));
    page->forms = take(&page->arena, given->nodes, sizeof(int64_t));
    int32_t **columns[] = {&page->parents, &page->first, &page->last, &page->tags};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(columns); at++)
        if ((*columns[at] = take(&page->arena, given->nodes, sizeof(int32_t))) == NULL)
            return -1;
    if (row_of == NULL || page->node_numbers == NULL || page->node_classes == NULL || page->forms == NULL)
        return -1;
    Py_ssize_t row = 0;
    for (Py_ssize_t block = 0; block <= given->blocks; block++) {
        row_of[block] = (int32_t)row;
        row += row < page->count && page->blocks[row] == block;
    }
    const int64_t *parents = NUMBERS(given->parents);
    for (Py_ssize_t node = 0; node < given->nodes; node++) {
        int32_t first = row_of[NUMBERS(given->first)[node]], last = row_of[NUMBERS(given->last)[node]];
        Py_ssize_t here = page->nodes;
        number[node] = (int32_t)(here > 0 ? here - 1 : 0);
        if (first == last)
            continue;
        number[node] = (int32_t)here;
        PyObject *name = PyList_GetItem(given->tags, node);
        if (name == NULL || !PyUnicode_CheckExact(name))
            return refuse("a tag that is no string");
        PyObject *tag = PyDict_GetItemWithError(model->tags, name);
        long tag_number = tag != NULL ? PyLong_AsLong(tag) : 0;
        if (PyErr_Occurred())
            return -1;
        if (tag_number < 0 || tag_number >= model->tag_count)
            return refuse("a tag without a number");
        page->first[here] = first;
        page->last[here] = last;
        page->parents[here] = here > 0 && parents[node] >= 0 ? number[parents[node]] : 0;
        page->tags[here] = (int32_t)tag_number;
        page->node_numbers[here] = node;
        page->node_classes[here] = NUMBERS(given->classes)[node];
        page->forms[here] = page->node_classes[here] * (int64_t)model->constants.TAGS + tag_number;
        page->nodes++;
    }
    return 0;
}

/* The mean score of the names of each node. */
static int
score_nodes(struct page *page, const struct columns *given)
{
    double *totals = take(&page->arena, given->nodes, sizeof(double));
    int64_t *counts = take(&page->arena, given->nodes, sizeof(int64_t));
    page->node_scores = take(&page->arena, page->nodes, sizeof(double));
    if (totals == NULL || counts == NULL || page->node_scores == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < given->nodes; node++) {
        int64_t class = NUMBERS(given->classes)[node];
        totals[node] = ((const double *)given->totals.buf)[class];
        counts[node] = NUMBERS(given->counts)[class];
    }
    for (Py_ssize_t at = 0; at < given->id_nodes.len / (Py_ssize_t)sizeof(int64_t); at++) {
        totals[NUMBERS(given->id_nodes)[at]] += ((const double *)given->id_totals.buf)[at];
        counts[NUMBERS(given->id_nodes)[at]] += NUMBERS(given->id_counts)[at];
    }
    for (Py_ssize_t here = 0; here < page->nodes; here++) {
        int64_t node = page->node_numbers[here];
        page->node_scores[here] = totals[node] / (counts[node] > 1 ? (double)counts[node] : 1.0);
    }
    drop_block(&page->arena, totals);
    drop_block(&page->arena, counts);
    return 0;
}

static int
sum_nodes(struct page *page)
{
    double **sums[] = {&page->node_words, &page->node_prose, &page->node_links};
    const double *before[] = {page->words_before, page->prose_before, page->links_before};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(sums); at++) {
        if ((*sums[at] = take(&page->arena, page->nodes, sizeof(double))) == NULL)
            return -1;
        for (Py_ssize_t node = 0; node < page->nodes; node++)
            (*sums[at])[node] = before[at][page->last[node]] - before[at][page->first[node]];
    }
    return 0;
}

/* Number the places of the rows: the same number for rows whose element and the two around it have the same form. */
static int
find_places(struct page *page)
{
    int64_t *one = take(&page->arena, page->count, sizeof(int64_t)), *two = take(&page->arena, page->count, sizeof(int64_t));
    if (one == NULL || two == NULL)
        return -1;
    struct groups inner, places;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        one[row] = page->forms[page->node_of[row]];
        two[row] = page->forms[page->parents[page->node_of[row]]];
    }
    if (group(&page->arena, page->count, one, two, &inner) < 0)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        one[row] = inner.of[row];
        two[row] = page->forms[page->parents[page->parents[page->node_of[row]]]];
    }
    if (group(&page->arena, page->count, one, two, &places) < 0)
        return -1;
    page->places = places.of;
    page->place_count = places.count;
    void *done[] = {one, two, inner.of};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(done); at++)
        drop_block(&page->arena, done[at]);
    return 0;
}

/* Find the signatures: short lines with a date, with a number for the form of their element and its parent. */
static int
find_signatures(struct page *page)
{
    const struct constants *is = &page->model->constants;
    int64_t *one = take(&page->arena, page->count, sizeof(int64_t)), *two = take(&page->arena, page->count, sizeof(int64_t));
    page->signature_rows = take(&page->arena, page->count, sizeof(int32_t));
    if (one == NULL || two == NULL || page->signature_rows == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if ((page->line_hints[row] & (int64_t)is->DATE) && page->words[row] <= is->SIGNATURE
            && page->kinds[row] != (int)is->KIND_HEADING) {
            one[page->signatures] = page->forms[page->node_of[row]];
            two[page->signatures] = page->forms[page->parents[page->node_of[row]]];
            page->signature_rows[page->signatures++] = (int32_t)row;
        }
    struct groups forms;
    if (group(&page->arena, page->signatures, one, two, &forms) < 0)
        return -1;
    page->signature_forms = forms.of;
    page->signature_form_count = forms.count;
    drop_block(&page->arena, one);
    drop_block(&page->arena, two);
    return 0;
}

static int
take_rows(struct page *page)
{
    double **doubles[] = {&page->words, &page->shown_words, &page->characters, &page->ends, &page->density, &page->prose,
                          &page->words_before, &page->prose_before, &page->links_before, &page->log_odds};
    int64_t **longs[] = {&page->hints, &page->line_hints};
    int32_t **numbers[] = {&page->kinds, &page->node_of, &page->texts};
    uint8_t **marks[] = {&page->visible, &page->shown, &page->hidden, &page->colon, &page->question, &page->set_pieces,
                         &page->alike_first};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(doubles); at++)
        if ((*doubles[at] = take(&page->arena, page->count + 1, sizeof(double))) == NULL)
            return -1;
    for (size_t at = 0; at < Py_ARRAY_LENGTH(longs); at++)
        if ((*longs[at] = take(&page->arena, page->count, sizeof(int64_t))) == NULL)
            return -1;
    for (size_t at = 0; at < Py_ARRAY_LENGTH(numbers); at++)
        if ((*numbers[at] = take(&page->arena, page->count, sizeof(int32_t))) == NULL)
            return -1;
    for (size_t at = 0; at < Py_ARRAY_LENGTH(marks); at++)
        if ((*marks[at] = take(&page->arena, page->count, 1)) == NULL)
            return -1;
    return 0;
}

static int
fill(struct page *page, struct columns *given)
{
    given->blocks = PyList_Size(given->texts);
    given->nodes = PyList_Size(given->tags);
    if (check_columns(given) < 0 || choose_blocks(page, given) < 0 || page->count == 0)
        return PyErr_Occurred() ? -1 : 0;
    int32_t *number = take(&page->arena, given->nodes, sizeof(int32_t));
    if (number == NULL || take_rows(page) < 0 || read_texts(page, given->texts) < 0
        || read_nodes(page, given, number) < 0 || read_rows(page, given, number) < 0 || score_nodes(page, given) < 0)
        return -1;
    return sum_nodes(page) < 0 || find_places(page) < 0 || find_signatures(page) < 0 ? -1 : 0;
}

/* Read the columns of a document, given as the tuple that tamis.core.strategies.learned.native makes. */
int
read_table(struct page *page, PyObject *columns)
{
    struct columns given;
    memset(&given, 0, sizeof(given));
    Py_buffer *buffers[] = {&given.block_nodes, &given.link_sizes, &given.parents, &given.first, &given.last,
                            &given.classes, &given.hints, &given.line_hints, &given.menus, &given.set_pieces,
                            &given.totals, &given.counts, &given.id_nodes, &given.id_totals, &given.id_counts};
    int failed = !PyArg_ParseTuple(
        columns, "O!O!O!O!O!ny*y*y*y*y*y*y*y*y*y*y*y*y*y*y*:read", &PyList_Type, &given.texts, &PyList_Type, &given.kinds,
        &PyList_Type, &given.hidden, &PyList_Type, &given.visible, &PyList_Type, &given.tags, &given.title, buffers[0],
        buffers[1], buffers[2], buffers[3], buffers[4], buffers[5], buffers[6], buffers[7], buffers[8], buffers[9],
        buffers[10], buffers[11], buffers[12], buffers[13], buffers[14]);
    if (failed)
        return -1; /* what was opened is closed by Python */
    failed = fill(page, &given);
    for (size_t at = 0; at < Py_ARRAY_LENGTH(buffers); at++)
        PyBuffer_Release(buffers[at]);
    return failed;
}
