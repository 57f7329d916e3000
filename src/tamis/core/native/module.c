/* The compiled part of tamis: numbers in, numbers out. What is computed is described in Python, where the same is done
   without a compiler; the tests compare the two.

   Built with the limited API, so one file serves every Python from 3.11 on. */

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "text.h"

#ifndef SOURCE
#define SOURCE "unknown"
#endif

static const char *const feature_names[] = {
#define X(name, string) string,
    FEATURES(X)
#undef X
};

/* ---- Reading of a model ---- */

#define MOST_EXACT 9007199254740992.0 /* the greatest integer below which a double holds all */

static int
wrong(const char *what, const char *name)
{
    PyErr_Format(PyExc_ValueError, "%s: %s", name, what);
    return -1;
}

static int
read_constants(struct constants *constants, PyObject *table)
{
    static const char *const names[] = {
#define X(name) #name,
        CONSTANTS(X)
#undef X
    };
    double *values = (double *)constants; /* nothing but doubles, in this order */
    for (size_t at = 0; at < Py_ARRAY_LENGTH(names); at++) {
        PyObject *value = PyDict_GetItemString(table, names[at]);
        if (value == NULL)
            return wrong("missing constant", names[at]);
        values[at] = PyFloat_AsDouble(value);
        if (PyErr_Occurred())
            return -1;
        if (!(fabs(values[at]) <= MOST_EXACT))
            return wrong("no number", names[at]);
    }
    return 0;
}

/* Open a member of a dict of buffers, of which there must be `count` entries of `size` bytes; any number if it is -1. */
static Py_ssize_t
open_numbers(PyObject *table, const char *name, Py_ssize_t size, Py_ssize_t count, Py_buffer *buffer)
{
    PyObject *object = PyDict_GetItemString(table, name);
    buffer->obj = NULL;
    if (object == NULL)
        return wrong("missing numbers", name);
    if (PyObject_GetBuffer(object, buffer, PyBUF_SIMPLE) < 0)
        return -1;
    if (buffer->len % size == 0 && (count < 0 || buffer->len / size == count))
        return buffer->len / size;
    PyBuffer_Release(buffer);
    return wrong("numbers that do not fit", name);
}

/* Copy such a member into new memory. */
static void *
copy_numbers(PyObject *table, const char *name, Py_ssize_t size, Py_ssize_t count)
{
    Py_buffer buffer;
    if (open_numbers(table, name, size, count, &buffer) < 0)
        return NULL;
    void *copy = PyMem_Malloc((size_t)buffer.len + 1);
    if (copy == NULL)
        PyErr_NoMemory();
    else
        memcpy(copy, buffer.buf, (size_t)buffer.len);
    PyBuffer_Release(&buffer);
    return copy;
}

/* The same for floats, of which none may be infinite or no number. */
static float *
copy_floats(PyObject *table, const char *name, Py_ssize_t count)
{
    float *copy = copy_numbers(table, name, (Py_ssize_t)sizeof(float), count);
    for (Py_ssize_t at = 0; copy != NULL && at < count; at++)
        if (!(fabsf(copy[at]) <= 3e38f)) {
            wrong("no number", name);
            PyMem_Free(copy);
            return NULL;
        }
    return copy;
}

/* Whether all are numbers that a 64-bit integer can hold. */
static int
are_numbers(const double *values, Py_ssize_t count)
{
    for (Py_ssize_t at = 0; at < count; at++)
        if (!(fabs(values[at]) <= MOST_EXACT))
            return 0;
    return 1;
}

/* Copy longs into an array of fixed room; returns their number, or -1. */
static Py_ssize_t
copy_longs(PyObject *table, const char *name, Py_ssize_t least, Py_ssize_t room, int64_t *into)
{
    Py_buffer buffer;
    Py_ssize_t count = open_numbers(table, name, (Py_ssize_t)sizeof(int64_t), -1, &buffer);
    if (count < 0)
        return -1;
    if (count >= least && count <= room)
        memcpy(into, buffer.buf, (size_t)buffer.len);
    PyBuffer_Release(&buffer);
    return count >= least && count <= room ? count : wrong("too few or too many", name);
}

static Py_ssize_t
copy_signs(PyObject *table, const char *name, Py_ssize_t room, uint32_t *into)
{
    int64_t signs[2 * MOST_RANGES + MOST_SIGNS];
    Py_ssize_t count = copy_longs(table, name, 0, room, signs);
    for (Py_ssize_t at = 0; at < count; at++)
        into[at] = (uint32_t)signs[at];
    return count;
}

static Py_ssize_t
copy_losses(PyObject *table, const char *name, struct loss *into)
{
    double pairs[2 * MOST_PARTS];
    Py_buffer buffer;
    Py_ssize_t count = open_numbers(table, name, (Py_ssize_t)sizeof(double), -1, &buffer);
    if (count < 0)
        return -1;
    int fits = count % 2 == 0 && count <= 2 * MOST_PARTS;
    if (fits)
        memcpy(pairs, buffer.buf, (size_t)buffer.len);
    PyBuffer_Release(&buffer);
    if (!fits)
        return wrong("too many", name);
    if (!are_numbers(pairs, count))
        return wrong("no number", name);
    for (Py_ssize_t at = 0; at < count / 2; at++)
        into[at] = (struct loss){(int64_t)pairs[2 * at], pairs[2 * at + 1]};
    return count / 2;
}

static void
free_forest(struct forest *forest)
{
    PyMem_Free(forest->feature_of_level);
    PyMem_Free(forest->border_of_level);
    PyMem_Free(forest->features);
    PyMem_Free(forest->borders);
    PyMem_Free(forest->levels);
    PyMem_Free(forest->leaves);
}

/* A forest of trees of one depth; `names` are those of its features, borders and leaves. */
static int
read_forest(struct forest *forest, PyObject *table, const char *const names[3], Py_ssize_t depth, Py_ssize_t outputs,
            Py_ssize_t lines)
{
    if (depth < 1 || depth > MOST_DEPTH)
        return wrong("trees of this depth cannot be read", names[0]);
    Py_buffer buffer;
    Py_ssize_t asked = open_numbers(table, names[0], (Py_ssize_t)sizeof(int16_t), -1, &buffer);
    if (asked < 0)
        return -1;
    PyBuffer_Release(&buffer);
    if (asked == 0 || asked % depth != 0 || asked > 1 << 20)
        return wrong("numbers that do not fit", names[0]);
    forest->trees = asked / depth;
    forest->depth = depth;
    forest->outputs = outputs;
    forest->feature_of_level = copy_numbers(table, names[0], (Py_ssize_t)sizeof(int16_t), asked);
    forest->border_of_level = copy_floats(table, names[1], asked);
    forest->leaves = copy_floats(table, names[2], (forest->trees << depth) * outputs);
    if (forest->feature_of_level == NULL || forest->border_of_level == NULL || forest->leaves == NULL)
        return -1;
    for (Py_ssize_t at = 0; at < asked; at++)
        if (forest->feature_of_level[at] < 0 || forest->feature_of_level[at] >= lines)
            return wrong("an unknown feature", names[0]);
    return 0;
}

struct question {
    int16_t feature;
    float border;
    int32_t place; /* tree and level */
};

static int
by_question(const void *one, const void *other)
{
    const struct question *left = one, *right = other;
    if (left->feature != right->feature)
        return left->feature < right->feature ? -1 : 1;
    if (left->border != right->border)
        return left->border < right->border ? -1 : 1;
    return 0;
}

/* Many trees ask the same questions: number them, so that each is answered once. */
static int
number_questions(struct forest *forest)
{
    Py_ssize_t asked = forest->trees * forest->depth;
    struct question *questions = PyMem_Malloc((size_t)asked * sizeof(struct question));
    forest->features = PyMem_Malloc((size_t)asked * sizeof(int32_t));
    forest->borders = PyMem_Malloc((size_t)asked * sizeof(float));
    forest->levels = PyMem_Malloc((size_t)asked * sizeof(int32_t));
    if (questions == NULL || forest->features == NULL || forest->borders == NULL || forest->levels == NULL) {
        PyMem_Free(questions);
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t at = 0; at < asked; at++)
        questions[at] = (struct question){forest->feature_of_level[at], forest->border_of_level[at], (int32_t)at};
    qsort(questions, (size_t)asked, sizeof(struct question), by_question);
    for (Py_ssize_t at = 0; at < asked; at++) {
        if (at == 0 || by_question(&questions[at - 1], &questions[at]) != 0) {
            forest->features[forest->questions] = questions[at].feature;
            forest->borders[forest->questions++] = questions[at].border;
        }
        Py_ssize_t tree = questions[at].place / forest->depth, level = questions[at].place % forest->depth;
        forest->levels[tree * forest->depth + forest->depth - 1 - level] = (int32_t)(forest->questions - 1);
    }
    PyMem_Free(questions);
    return 0;
}

static void
free_network(struct network *network)
{
    void *held[] = {network->number_features, network->middle, network->scale, network->in, network->in_bias,
                    network->means, network->means_bias, network->out};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(held); at++)
        PyMem_Free(held[at]);
    for (int layer = 0; layer < DILATED; layer++) {
        PyMem_Free(network->layers[layer]);
        PyMem_Free(network->biases[layer]);
    }
}

static int
read_network(struct network *network, PyObject *table)
{
    int64_t shape[2], distances[DILATED + 1], codes[16], numbers[FEATURE_COUNT];
    if (copy_longs(table, "shape", 1, 1, shape) < 0 || copy_longs(table, "distances", DILATED + 1, DILATED + 1, distances) < 0)
        return -1;
    network->width = (Py_ssize_t)shape[0];
    if (network->width < 16 || network->width > 256 || network->width % 16 != 0)
        return wrong("a width that cannot be computed", "shape");
    for (int layer = 0; layer < DILATED; layer++) {
        network->distances[layer] = (Py_ssize_t)distances[layer];
        if (distances[layer] < 1 || distances[layer] > 1024)
            return wrong("too far", "distances");
    }
    network->pooled_after = (Py_ssize_t)distances[DILATED];
    network->numbers = copy_longs(table, "numbers", 1, FEATURE_COUNT, numbers);
    Py_ssize_t pairs = copy_longs(table, "codes", 0, 16, codes);
    if (network->numbers < 0 || pairs < 0)
        return -1;
    network->codes = pairs / 2;
    network->inputs = network->numbers;
    for (Py_ssize_t code = 0; code < network->codes; code++) {
        if (codes[2 * code] < 0 || codes[2 * code] >= FEATURE_COUNT || codes[2 * code + 1] < 1 || codes[2 * code + 1] > 1024)
            return wrong("an unknown feature", "codes");
        network->code_features[code] = (int32_t)codes[2 * code];
        network->code_counts[code] = (int32_t)codes[2 * code + 1];
        network->inputs += (Py_ssize_t)codes[2 * code + 1];
    }
    network->number_features = PyMem_Malloc((size_t)network->numbers * sizeof(int32_t));
    if (network->number_features == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t number = 0; number < network->numbers; number++) {
        if (numbers[number] < 0 || numbers[number] >= FEATURE_COUNT)
            return wrong("an unknown feature", "numbers");
        network->number_features[number] = (int32_t)numbers[number];
    }
    Py_ssize_t width = network->width;
    network->middle = copy_floats(table, "middle", network->numbers);
    network->scale = network->middle ? copy_floats(table, "scale", network->numbers) : NULL;
    network->in = network->scale ? copy_floats(table, "layer in", network->inputs * width) : NULL;
    network->in_bias = network->in ? copy_floats(table, "layer bin", width) : NULL;
    network->means = network->in_bias ? copy_floats(table, "layer means", 2 * width * width) : NULL;
    network->means_bias = network->means ? copy_floats(table, "layer bmeans", width) : NULL;
    network->out = network->means_bias ? copy_floats(table, "layer out", width) : NULL;
    float *bias = network->out ? copy_floats(table, "layer bout", 1) : NULL;
    if (bias == NULL)
        return -1;
    network->out_bias = *bias;
    PyMem_Free(bias);
    for (int layer = 0; layer < DILATED; layer++) {
        char name[16], bias_name[16];
        snprintf(name, sizeof(name), "layer %d", layer);
        snprintf(bias_name, sizeof(bias_name), "layer b%d", layer);
        network->layers[layer] = copy_floats(table, name, 3 * width * width);
        network->biases[layer] = network->layers[layer] ? copy_floats(table, bias_name, width) : NULL;
        if (network->biases[layer] == NULL)
            return -1;
    }
    return 0;
}

static int
read_tables(struct model *model, PyObject *table)
{
    int64_t tags[MOST_TAGS], between[KINDS];
    Py_buffer buffer;
    if (open_numbers(table, "confidence", (Py_ssize_t)sizeof(double), CONFIDENCE, &buffer) < 0)
        return -1;
    memcpy(model->confidence, buffer.buf, sizeof(model->confidence));
    PyBuffer_Release(&buffer);
    if (!are_numbers(model->confidence, CONFIDENCE))
        return wrong("no number", "confidence");
    Py_ssize_t ranges = copy_signs(table, "unspaced", 2 * MOST_RANGES, model->unspaced);
    model->unspaced_count = ranges / 2;
    if (ranges < 0 || (model->sentence_end_count = copy_signs(table, "sentence ends", MOST_SIGNS, model->sentence_ends)) < 0
        || (model->colon_count = copy_signs(table, "colons", MOST_SIGNS, model->colons)) < 0
        || (model->question_count = copy_signs(table, "questions", MOST_SIGNS, model->questions)) < 0
        || copy_longs(table, "marks", MARKS, MARKS, model->marks) < 0
        || copy_longs(table, "end lines", END_LINES, END_LINES, model->end_lines) < 0
        || copy_longs(table, "end parts", END_PARTS, END_PARTS, model->end_parts) < 0
        || copy_longs(table, "named", PAGE_NAMED, PAGE_NAMED, model->named) < 0
        || copy_longs(table, "said", PAGE_SAID, PAGE_SAID, model->said) < 0
        || (model->part_count = copy_losses(table, "parts", model->parts)) < 0
        || (model->part_of_articles_count = copy_losses(table, "parts of articles", model->parts_of_articles)) < 0
        || (model->line_count = copy_losses(table, "lines", model->lines)) < 0
        || (model->tag_count = copy_longs(table, "code of tag", 1, MOST_TAGS, model->code_of_tag)) < 0
        || copy_longs(table, "list tags", model->tag_count, model->tag_count, tags) < 0)
        return -1;
    Py_ssize_t kinds = copy_longs(table, "between", 1, KINDS, between);
    if (kinds < 0)
        return -1;
    if (kinds != PyTuple_Size(model->kinds) || PyTuple_Size(model->phrases) > MOST_PHRASES)
        return wrong("numbers that do not fit", "between");
    for (Py_ssize_t at = 0; at < model->tag_count; at++)
        model->list_tags[at] = tags[at] != 0;
    for (Py_ssize_t at = 0; at < kinds; at++)
        model->between[at] = between[at] != 0;
    for (Py_ssize_t at = 0; at < PyTuple_Size(model->phrases); at++) {
        char *data;
        Py_ssize_t size;
        PyObject *phrase = PyTuple_GetItem(model->phrases, at);
        if (phrase == NULL || PyBytes_AsStringAndSize(phrase, &data, &size) < 0)
            return -1;
        if (size == 0)
            return wrong("an empty phrase", "phrases");
    }
    const struct constants *is = &model->constants;
    const double types[] = {is->TYPE_ARTICLE, is->TYPE_FORUM};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(types); at++)
        if (types[at] < 0.0 || types[at] >= TYPES)
            return wrong("no type", "TYPE_ARTICLE");
    return 0;
}

static PyObject *
make_model(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *constants, *table, *tags, *kinds, *phrases;
    Py_ssize_t depth, type_depth;
    double bias;
    static const char *const forest[3] = {"features", "borders", "leaves"};
    static const char *const types[3] = {"type features", "type borders", "type leaves"};
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Model takes no keywords");
        return NULL;
    }
    if (!PyArg_ParseTuple(arguments, "O!O!O!O!O!dnn:Model", &PyDict_Type, &constants, &PyDict_Type, &table, &PyDict_Type,
                          &tags, &PyTuple_Type, &kinds, &PyTuple_Type, &phrases, &bias, &depth, &type_depth))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct model *model = (struct model *)allocate(type, 0);
    if (model == NULL)
        return NULL;
    model->tags = Py_NewRef(tags);
    model->kinds = Py_NewRef(kinds);
    model->phrases = Py_NewRef(phrases);
    model->forest.bias = bias;
    if (!(fabs(model->forest.bias) <= 1e300))
        wrong("no number", "bias");
    if (PyErr_Occurred() || read_constants(&model->constants, constants) < 0 || read_tables(model, table) < 0
        || read_forest(&model->forest, table, forest, depth, 1, FEATURE_COUNT) < 0
        || number_questions(&model->forest) < 0
        || read_forest(&model->types, table, types, type_depth, TYPES, PAGE_NUMBERS) < 0
        || read_network(&model->network, table) < 0) {
        Py_DECREF(model);
        return NULL;
    }
    return (PyObject *)model;
}

static void
free_object(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

static void
free_model(PyObject *object)
{
    struct model *model = (struct model *)object;
    free_forest(&model->forest);
    free_forest(&model->types);
    free_network(&model->network);
    Py_XDECREF(model->tags);
    Py_XDECREF(model->kinds);
    Py_XDECREF(model->phrases);
    free_object(object);
}

/* ---- Pages ---- */

static void
free_page(PyObject *object)
{
    struct page *page = (struct page *)object;
    drop_arena(&page->arena);
    Py_XDECREF((PyObject *)page->model);
    free_object(object);
}

/* Page(model, columns, declared, page_type, is_clean, keep_lists, keep_features): read a page and judge its rows. */
static PyObject *
make_page(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *model, *columns;
    Py_buffer declared;
    int forced, is_clean, keep_lists, keep_features;
    PyTypeObject *model_type = NULL;
    if (keywords != NULL && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "Page takes no keywords");
        return NULL;
    }
    PyObject *module = PyType_GetModule(type);
    if (module == NULL)
        return NULL;
    model_type = *(PyTypeObject **)PyModule_GetState(module);
    if (!PyArg_ParseTuple(arguments, "O!O!y*ippp:Page", model_type, &model, &PyTuple_Type, &columns, &declared, &forced,
                          &is_clean, &keep_lists, &keep_features))
        return NULL;
    struct page *page = NULL;
    if (declared.len != DECLARED * (Py_ssize_t)sizeof(double) || forced < -1 || forced >= TYPES)
        PyErr_SetString(PyExc_ValueError, "numbers of the page that do not fit");
    else {
        allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
        page = (struct page *)allocate(type, 0);
    }
    if (page != NULL) {
        page->model = (struct model *)Py_NewRef(model);
        if (read_table(page, columns) < 0
            || (page->count > 0
                && (compute_features(page, declared.buf, forced) < 0
                    || judge(page, is_clean, keep_lists, keep_features) < 0))) {
            Py_DECREF(page);
            page = NULL;
        }
    }
    PyBuffer_Release(&declared);
    return (PyObject *)page;
}

/* choose(favor, hidden, drop_lists, shift or None) */
static PyObject *
page_choose(PyObject *self, PyObject *arguments)
{
    struct page *page = (struct page *)self;
    double favor;
    int hidden, drop_lists;
    PyObject *shift, *result = NULL;
    Py_buffer buffer = {0};
    if (!PyArg_ParseTuple(arguments, "dppO:choose", &favor, &hidden, &drop_lists, &shift))
        return NULL;
    if (page->count == 0) {
        PyErr_SetString(PyExc_ValueError, "a page without rows");
        return NULL;
    }
    if (shift != Py_None && PyObject_GetBuffer(shift, &buffer, PyBUF_SIMPLE) < 0)
        return NULL;
    int fits = favor > 0.0 && favor < 1e6 && (shift == Py_None || buffer.len == page->count * (Py_ssize_t)sizeof(double));
    for (Py_ssize_t row = 0; fits && shift != Py_None && row < page->count; row++)
        fits = fabs(((const double *)buffer.buf)[row]) <= 1e6;
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "numbers that do not fit");
    else
        result = choose_rows(page, favor, hidden, drop_lists, shift != Py_None ? buffer.buf : NULL);
    if (shift != Py_None)
        PyBuffer_Release(&buffer);
    return result;
}

/* column(name): a column of the page as bytes. */
static PyObject *
page_column(PyObject *self, PyObject *name)
{
    struct page *page = (struct page *)self;
    Py_ssize_t rows = page->count;
    const struct { const char *name; const void *data; Py_ssize_t count; size_t size; } columns[] = {
        {"rows", page->blocks, rows, sizeof(int64_t)},
        {"words", page->words, rows, sizeof(double)},
        {"log odds", page->log_odds, rows, sizeof(double)},
        {"types", page->types, TYPES, sizeof(double)},
        {"matrix", page->matrix, page->matrix != NULL ? rows * FEATURE_COUNT : 0, sizeof(float)},
    };
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "the name of a column is a string");
        return NULL;
    }
    for (size_t at = 0; at < Py_ARRAY_LENGTH(columns); at++)
        if (PyUnicode_CompareWithASCIIString(name, columns[at].name) == 0) {
            const void *data = columns[at].data != NULL ? columns[at].data : "";
            return PyBytes_FromStringAndSize(data, columns[at].count * (Py_ssize_t)columns[at].size);
        }
    PyErr_SetString(PyExc_KeyError, "no such column");
    return NULL;
}

static PyObject *
page_count(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromSsize_t(((struct page *)self)->count);
}

static PyObject *
page_title(PyObject *self, void *Py_UNUSED(closure))
{
    struct page *page = (struct page *)self;
    return PyLong_FromSsize_t(page->title);
}

static PyMethodDef page_methods[] = {
    {"choose", page_choose, METH_VARARGS, "choose(favor, hidden, drop_lists, shift): kept, chosen, first, probabilities, confidence."},
    {"column", page_column, METH_O, "column(name): a column as bytes."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef page_members[] = {
    {"count", page_count, NULL, "Number of rows.", NULL},
    {"title", page_title, NULL, "The row of the title's heading, or -1.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot page_slots[] = {
    {Py_tp_new, make_page}, {Py_tp_dealloc, free_page}, {Py_tp_methods, page_methods}, {Py_tp_getset, page_members},
    {Py_tp_doc, "A page that the model has read and judged."}, {0, NULL},
};
static PyType_Spec page_spec = {"tamis.core._native.Page", (int)sizeof(struct page), 0, Py_TPFLAGS_DEFAULT, page_slots};
static PyType_Slot model_slots[] = {
    {Py_tp_new, make_model}, {Py_tp_dealloc, free_model}, {Py_tp_doc, "A model, ready to read pages."}, {0, NULL},
};
static PyType_Spec model_spec = {"tamis.core._native.Model", (int)sizeof(struct model), 0, Py_TPFLAGS_DEFAULT, model_slots};

static int
set_up(PyObject *module)
{
    PyObject *names = PyTuple_New(FEATURE_COUNT);
    for (Py_ssize_t at = 0; names != NULL && at < FEATURE_COUNT; at++) {
        PyObject *name = PyUnicode_FromString(feature_names[at]);
        if (name == NULL || PyTuple_SetItem(names, at, name) < 0)
            Py_CLEAR(names);
    }
    PyTypeObject **state = PyModule_GetState(module);
    PyObject *page = PyType_FromModuleAndSpec(module, &page_spec, NULL);
    *state = (PyTypeObject *)PyType_FromModuleAndSpec(module, &model_spec, NULL);
    int failed = names == NULL || page == NULL || *state == NULL || PyModule_AddObjectRef(module, "FEATURES", names) < 0
        || PyModule_AddObjectRef(module, "Page", page) < 0
        || PyModule_AddObjectRef(module, "Model", (PyObject *)*state) < 0
        || PyModule_AddStringConstant(module, "SOURCE", SOURCE) < 0;
    Py_XDECREF(names);
    Py_XDECREF(page);
    return failed ? -1 : 0;
}

static int
visit_module(PyObject *module, visitproc visit, void *arg)
{
    PyTypeObject **state = PyModule_GetState(module);
    if (state != NULL)
        Py_VISIT(*state);
    return 0;
}

static int
clear_module(PyObject *module)
{
    PyTypeObject **state = PyModule_GetState(module);
    if (state != NULL)
        Py_CLEAR(*state);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, set_up},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyMethodDef functions[] = {
    {"walk", walk_tree, METH_VARARGS, "walk(root, hides, listings, formulas, helpers): the columns of a document's blocks."},
    {"scan_source", scan_source, METH_O, "scan_source(html): what tamis.core.parse.tree.SourceScan holds, as a tuple."},
    {"read_names", read_names, METH_VARARGS, "read_names(…): fills the lists and the buffer that it is given."},
    {"score_classes", score_classes, METH_VARARGS, "score_classes(classes, lexicon, said): totals and counts."},
    {"inherit", inherit, METH_VARARGS, "inherit(hints, parents): the hints of each node with those around it, as bytes."},
    {"line_hints", line_hints, METH_VARARGS, "line_hints(…): fills the buffer that it is given."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tamis.core._native",
    .m_doc = "The compiled part of tamis.",
    .m_size = sizeof(PyTypeObject *),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = visit_module,
    .m_clear = clear_module,
};

PyMODINIT_FUNC
PyInit__native(void)
{
    return PyModuleDef_Init(&module);
}
