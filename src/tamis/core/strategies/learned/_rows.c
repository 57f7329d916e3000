/* Arithmetic on the rows of a page, compiled: the same as block_table.count, forest.Forest.log_odds, and inputs,
   rectified and with_neighbours of network in tamis.core.strategies.learned, with the same numbers in the same order.
   Read these first. A test compares them with this module. Nothing is stored between calls. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

#define VERSION 1 /* as in tamis.core.compiled */

/* ---- Characters and words ---- */

#define MOST_RANGES 16

struct signs {
    Py_UCS4 first[MOST_RANGES], last[MOST_RANGES]; /* ranges of scripts without spaces */
    int ranges;
    double characters_per_word;
    PyObject *ends; /* the characters that end a sentence */
};

static int
is_wide(const struct signs *signs, Py_UCS4 sign)
{
    for (int range = 0; range < signs->ranges; range++)
        if (sign >= signs->first[range] && sign <= signs->last[range])
            return 1;
    return 0;
}

static Py_ssize_t
spaces_in_bytes(const Py_UCS1 *data, Py_ssize_t size)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t at = 0; at < size; at++)
        count += (data[at] == ' ') | (data[at] == '\n');
    return count;
}

/* Count words by spaces, and in scripts without spaces by characters. */
static double
words_of(const struct signs *signs, PyObject *text)
{
    Py_ssize_t size = PyUnicode_GET_LENGTH(text), spaces = 0, wide = 0;
    int width = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    if (width == PyUnicode_1BYTE_KIND)
        return (double)(spaces_in_bytes(data, size) + 1);
    for (Py_ssize_t at = 0; at < size; at++) {
        Py_UCS4 sign = PyUnicode_READ(width, data, at);
        if (sign == ' ' || sign == '\n')
            spaces++;
        else if (sign >= signs->first[0])
            wide += is_wide(signs, sign);
    }
    return (double)(spaces + 1) + (double)wide / signs->characters_per_word;
}

/* Return 1 if a text, which is not empty, ends like a sentence, else 0; -1 for an error. */
static int
ends_sentence(const struct signs *signs, PyObject *text)
{
    Py_UCS4 last = PyUnicode_READ_CHAR(text, PyUnicode_GET_LENGTH(text) - 1);
    Py_ssize_t found = PyUnicode_FindChar(signs->ends, last, 0, PyUnicode_GET_LENGTH(signs->ends), 1);
    return found == -2 ? -1 : found >= 0;
}

static int
read_ranges(PyObject *ranges, struct signs *signs)
{
    if (PyTuple_GET_SIZE(ranges) > MOST_RANGES) {
        PyErr_SetString(PyExc_ValueError, "too many ranges");
        return -1;
    }
    for (signs->ranges = 0; signs->ranges < PyTuple_GET_SIZE(ranges); signs->ranges++)
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(ranges, signs->ranges), "II", &signs->first[signs->ranges],
                              &signs->last[signs->ranges]))
            return -1;
    return 0;
}

/* count(texts, ranges, characters_per_word, ends): three columns of doubles, as bytes. */
static PyObject *
count(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *texts, *ranges;
    struct signs signs;
    if (!PyArg_ParseTuple(arguments, "O!O!dU:count", &PyList_Type, &texts, &PyTuple_Type, &ranges,
                          &signs.characters_per_word, &signs.ends)
        || read_ranges(ranges, &signs))
        return NULL;
    Py_ssize_t rows = PyList_GET_SIZE(texts), size = rows * (Py_ssize_t)sizeof(double);
    PyObject *columns[3], *result = NULL;
    for (int number = 0; number < 3; number++)
        columns[number] = PyBytes_FromStringAndSize(NULL, size);
    int failed = columns[0] == NULL || columns[1] == NULL || columns[2] == NULL;
    for (Py_ssize_t row = 0; !failed && row < rows; row++) {
        PyObject *text = PyList_GET_ITEM(texts, row);
        if (!PyUnicode_Check(text) || PyUnicode_GET_LENGTH(text) == 0) {
            PyErr_SetString(PyExc_ValueError, "a row without text");
            failed = 1;
            break;
        }
        int ends = ends_sentence(&signs, text);
        failed = ends < 0;
        ((double *)PyBytes_AS_STRING(columns[0]))[row] = (double)PyUnicode_GET_LENGTH(text);
        ((double *)PyBytes_AS_STRING(columns[1]))[row] = words_of(&signs, text);
        ((double *)PyBytes_AS_STRING(columns[2]))[row] = ends;
    }
    if (!failed)
        result = PyTuple_Pack(3, columns[0], columns[1], columns[2]);
    for (int number = 0; number < 3; number++)
        Py_XDECREF(columns[number]);
    return result;
}

/* ---- The forest ---- */

#define ROWS_AT_ONCE 128 /* so that the answers stay in the cache */

struct forest {
    Py_buffer matrix;             /* float: a line for each feature */
    Py_buffer features, borders;  /* int64, float: of each question */
    Py_buffer levels;             /* int64: of each level, the last first, the question of each tree */
    Py_buffer leaves;             /* float: of each tree, its leaves */
    Py_ssize_t rows, questions, trees, depth, leaf_count;
    double bias;
};

/* Answer all questions for some rows. */
static void
ask(const struct forest *forest, Py_ssize_t from, Py_ssize_t count, uint8_t *answers)
{
    const int64_t *features = forest->features.buf;
    const float *borders = forest->borders.buf;
    for (Py_ssize_t question = 0; question < forest->questions; question++) {
        const float *values = (const float *)forest->matrix.buf + features[question] * forest->rows + from;
        uint8_t *into = answers + question * ROWS_AT_ONCE;
        float border = borders[question];
        for (Py_ssize_t row = 0; row < count; row++)
            into[row] = values[row] > border;
    }
}

/* Add the log-odds of some rows, tree by tree. */
static void
add_leaves(const struct forest *forest, Py_ssize_t count, const uint8_t *answers, double *sums)
{
    const int64_t *levels = forest->levels.buf;
    const float *leaves = forest->leaves.buf;
    uint8_t places[ROWS_AT_ONCE];
    for (Py_ssize_t tree = 0; tree < forest->trees; tree++, leaves += forest->leaf_count) {
        memcpy(places, answers + levels[tree] * ROWS_AT_ONCE, (size_t)count);
        for (Py_ssize_t level = 1; level < forest->depth; level++) {
            const uint8_t *bits = answers + levels[level * forest->trees + tree] * ROWS_AT_ONCE;
            for (Py_ssize_t row = 0; row < count; row++)
                places[row] = (uint8_t)(places[row] + places[row] + bits[row]);
        }
        if (tree == 0)
            for (Py_ssize_t row = 0; row < count; row++)
                sums[row] = (double)leaves[places[row]];
        else
            for (Py_ssize_t row = 0; row < count; row++)
                sums[row] += (double)leaves[places[row]];
    }
    for (Py_ssize_t row = 0; row < count; row++)
        sums[row] += forest->bias;
}

/* Check that every index that is looked up exists. */
static int
is_sound(struct forest *forest)
{
    forest->questions = forest->borders.len / (Py_ssize_t)sizeof(float);
    Py_ssize_t lines = forest->rows > 0 ? forest->matrix.len / (Py_ssize_t)sizeof(float) / forest->rows : 0;
    Py_ssize_t asked = forest->levels.len / (Py_ssize_t)sizeof(int64_t);
    int sound = forest->rows > 0 && forest->trees > 0 && asked % forest->trees == 0 && asked > 0
        && forest->features.len == forest->questions * (Py_ssize_t)sizeof(int64_t);
    if (!sound)
        return 0;
    forest->depth = asked / forest->trees;
    forest->leaf_count = (Py_ssize_t)1 << forest->depth;
    sound = forest->depth <= 8
        && forest->leaves.len == forest->trees * forest->leaf_count * (Py_ssize_t)sizeof(float);
    for (Py_ssize_t number = 0; sound && number < forest->questions; number++) {
        int64_t feature = ((const int64_t *)forest->features.buf)[number];
        sound = feature >= 0 && feature < lines;
    }
    for (Py_ssize_t number = 0; sound && number < asked; number++) {
        int64_t question = ((const int64_t *)forest->levels.buf)[number];
        sound = question >= 0 && question < forest->questions;
    }
    return sound;
}

static PyObject *
sum_trees(struct forest *forest)
{
    if (!is_sound(forest)) {
        PyErr_SetString(PyExc_ValueError, "the forest does not fit the matrix");
        return NULL;
    }
    uint8_t *answers = PyMem_Malloc((size_t)(forest->questions * ROWS_AT_ONCE));
    PyObject *result = PyBytes_FromStringAndSize(NULL, forest->rows * (Py_ssize_t)sizeof(double));
    if (answers == NULL || result == NULL) {
        PyMem_Free(answers);
        Py_XDECREF(result);
        return answers == NULL ? PyErr_NoMemory() : NULL;
    }
    for (Py_ssize_t from = 0; from < forest->rows; from += ROWS_AT_ONCE) {
        Py_ssize_t count = Py_MIN(ROWS_AT_ONCE, forest->rows - from);
        ask(forest, from, count, answers);
        add_leaves(forest, count, answers, (double *)PyBytes_AS_STRING(result) + from);
    }
    PyMem_Free(answers);
    return result;
}

/* log_odds(matrix, rows, features, borders, levels, trees, leaves, bias): a column of doubles, as bytes. */
static PyObject *
log_odds(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    struct forest forest;
    if (!PyArg_ParseTuple(arguments, "y*ny*y*y*ny*d:log_odds", &forest.matrix, &forest.rows, &forest.features,
                          &forest.borders, &forest.levels, &forest.trees, &forest.leaves, &forest.bias))
        return NULL;
    PyObject *result = sum_trees(&forest);
    PyBuffer_Release(&forest.matrix);
    PyBuffer_Release(&forest.features);
    PyBuffer_Release(&forest.borders);
    PyBuffer_Release(&forest.levels);
    PyBuffer_Release(&forest.leaves);
    return result;
}

/* ---- The network, without its matrix products ---- */

/* inputs(matrix, rows, numbers, middle, scale, codes, most, unknown, into): fill a line for each row. */
static PyObject *
inputs(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer matrix, numbers, middle, scale, codes, into;
    Py_ssize_t rows;
    float most, unknown;
    if (!PyArg_ParseTuple(arguments, "y*ny*y*y*y*ffw*:inputs", &matrix, &rows, &numbers, &middle, &scale, &codes, &most,
                          &unknown, &into))
        return NULL;
    Py_ssize_t lines = rows > 0 ? matrix.len / (Py_ssize_t)sizeof(float) / rows : 0;
    Py_ssize_t count = numbers.len / (Py_ssize_t)sizeof(int64_t), pairs = codes.len / (Py_ssize_t)sizeof(int64_t) / 2;
    const int64_t *which = numbers.buf, *code = codes.buf;
    Py_ssize_t width = count;
    int sound = middle.len == count * (Py_ssize_t)sizeof(float) && scale.len == middle.len;
    for (Py_ssize_t number = 0; number < count; number++)
        sound = sound && which[number] >= 0 && which[number] < lines;
    for (Py_ssize_t pair = 0; pair < pairs; pair++) {
        sound = sound && code[2 * pair] >= 0 && code[2 * pair] < lines && code[2 * pair + 1] > 0;
        width += code[2 * pair + 1];
    }
    sound = sound && into.len == rows * width * (Py_ssize_t)sizeof(float);
    if (sound) {
        memset(into.buf, 0, (size_t)into.len);
        for (Py_ssize_t number = 0; number < count; number++) {
            const float *values = (const float *)matrix.buf + which[number] * rows;
            float *target = (float *)into.buf + number;
            float mean = ((const float *)middle.buf)[number], factor = ((const float *)scale.buf)[number];
            for (Py_ssize_t row = 0; row < rows; row++) {
                float scaled = ((values[row] == unknown ? mean : values[row]) - mean) * factor;
                scaled = scaled > -most ? scaled : -most;
                target[row * width] = scaled < most ? scaled : most;
            }
        }
        Py_ssize_t offset = count;
        for (Py_ssize_t pair = 0; pair < pairs; pair++) {
            const float *values = (const float *)matrix.buf + code[2 * pair] * rows;
            int64_t size = code[2 * pair + 1];
            for (Py_ssize_t row = 0; row < rows; row++) {
                int64_t value = Py_MIN((int64_t)values[row], size - 1);
                value = value < 0 ? value + size : value; /* as numpy counts from the end */
                sound = sound && value >= 0;
                if (sound)
                    ((float *)into.buf)[row * width + offset + value] = 1.0f;
            }
            offset += size;
        }
    }
    Py_buffer *all[] = {&matrix, &numbers, &middle, &scale, &codes, &into};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(all); at++)
        PyBuffer_Release(all[at]);
    if (!sound) {
        PyErr_SetString(PyExc_ValueError, "the network does not fit the matrix");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* rectify(rows, bias): add the bias to each row, and set negative values to zero. */
static PyObject *
rectify(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer rows, bias;
    if (!PyArg_ParseTuple(arguments, "w*y*:rectify", &rows, &bias))
        return NULL;
    Py_ssize_t width = bias.len / (Py_ssize_t)sizeof(float);
    const float *added = bias.buf;
    int sound = width > 0 && rows.len % bias.len == 0;
    for (float *row = rows.buf, *end = sound ? row + rows.len / (Py_ssize_t)sizeof(float) : row; row < end; row += width)
        for (Py_ssize_t at = 0; at < width; at++) {
            float value = row[at] + added[at];
            row[at] = value > 0.0f ? value : 0.0f;
        }
    PyBuffer_Release(&rows);
    PyBuffer_Release(&bias);
    if (!sound) {
        PyErr_SetString(PyExc_ValueError, "the bias does not fit the rows");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* with_neighbours(rows, width, distance, into): join each row with the rows at this distance before and after it. */
static PyObject *
with_neighbours(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_buffer rows, into;
    Py_ssize_t width, distance;
    if (!PyArg_ParseTuple(arguments, "y*nnw*:with_neighbours", &rows, &width, &distance, &into))
        return NULL;
    Py_ssize_t size = width * (Py_ssize_t)sizeof(float), count = size > 0 ? rows.len / size : 0;
    int sound = size > 0 && distance > 0 && rows.len == count * size && into.len == 3 * rows.len;
    for (Py_ssize_t row = 0; sound && row < count; row++) {
        char *target = (char *)into.buf + 3 * row * size;
        for (Py_ssize_t part = 0; part < 3; part++, target += size) {
            Py_ssize_t source = row + (part - 1) * distance;
            if (source >= 0 && source < count)
                memcpy(target, (const char *)rows.buf + source * size, (size_t)size);
            else
                memset(target, 0, (size_t)size);
        }
    }
    PyBuffer_Release(&rows);
    PyBuffer_Release(&into);
    if (!sound) {
        PyErr_SetString(PyExc_ValueError, "there is no room for the neighbours");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"count", count, METH_VARARGS, "count(texts, ranges, characters_per_word, ends): characters, words, ends."},
    {"log_odds", log_odds, METH_VARARGS, "log_odds(matrix, rows, features, borders, levels, trees, leaves, bias)."},
    {"inputs", inputs, METH_VARARGS, "inputs(matrix, rows, numbers, middle, scale, codes, most, unknown, into)."},
    {"rectify", rectify, METH_VARARGS, "rectify(rows, bias): in place."},
    {"with_neighbours", with_neighbours, METH_VARARGS, "with_neighbours(rows, width, distance, into)."},
    {NULL, NULL, 0, NULL},
};

static int
set_up(PyObject *module)
{
    return PyModule_AddIntConstant(module, "VERSION", VERSION);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, set_up},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tamis.core.strategies.learned._rows",
    .m_doc = "Arithmetic on the rows of a page, compiled.",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__rows(void)
{
    return PyModuleDef_Init(&module);
}
