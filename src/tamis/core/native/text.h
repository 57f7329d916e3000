/* Strings with the limited API of Python: their characters as UTF-8, and what is white space. */

#ifndef TAMIS_TEXT_H
#define TAMIS_TEXT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

struct text {
    PyObject *bytes; /* owned */
    const unsigned char *data;
    Py_ssize_t size, characters;
};

static inline int
open_text(PyObject *string, struct text *text)
{
    text->characters = PyUnicode_CheckExact(string) ? PyUnicode_GetLength(string) : -1;
    if (text->characters < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "not a string");
        return -1;
    }
    char *data;
    text->bytes = PyUnicode_AsUTF8String(string);
    if (text->bytes == NULL && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        text->bytes = PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass");
    }
    if (text->bytes == NULL || PyBytes_AsStringAndSize(text->bytes, &data, &text->size) < 0) {
        Py_CLEAR(text->bytes);
        return -1;
    }
    text->data = (const unsigned char *)data;
    return 0;
}

/* The character that begins at an offset; the bytes come from Python's encoder, so they are whole. */
static inline uint32_t
character_at(const struct text *text, Py_ssize_t at)
{
    const unsigned char *data = text->data + at;
    Py_ssize_t left = text->size - at;
    if (data[0] < 0x80 || left < 2)
        return data[0];
    if (data[0] < 0xE0 || left < 3)
        return ((uint32_t)(data[0] & 0x1F) << 6) | (data[1] & 0x3F);
    if (data[0] < 0xF0 || left < 4)
        return ((uint32_t)(data[0] & 0x0F) << 12) | ((uint32_t)(data[1] & 0x3F) << 6) | (data[2] & 0x3F);
    return ((uint32_t)(data[0] & 0x07) << 18) | ((uint32_t)(data[1] & 0x3F) << 12) | ((uint32_t)(data[2] & 0x3F) << 6)
        | (data[3] & 0x3F);
}

/* Whether a character is white space, as str.isspace says. */
static inline int
is_space(Py_UCS4 sign)
{
    if (sign < 0x80)
        return (sign >= 9 && sign <= 13) || (sign >= 28 && sign <= 32);
    return sign == 0x85 || sign == 0xA0 || sign == 0x1680 || (sign >= 0x2000 && sign <= 0x200A) || sign == 0x2028
        || sign == 0x2029 || sign == 0x202F || sign == 0x205F || sign == 0x3000;
}

/* How many bytes of UTF-8 are white space that begins here; 0 if another character does. */
static inline Py_ssize_t
space_at(const unsigned char *data, Py_ssize_t size)
{
    if (data[0] < 0x80)
        return is_space(data[0]);
    if (data[0] == 0xC2 && size > 1)
        return data[1] == 0x85 || data[1] == 0xA0 ? 2 : 0;
    if (data[0] < 0xE1 || data[0] > 0xE3 || size < 3)
        return 0;
    return is_space(((Py_UCS4)(data[0] & 0x0F) << 12) | ((Py_UCS4)(data[1] & 0x3F) << 6) | (data[2] & 0x3F)) ? 3 : 0;
}

/* What the module offers besides the model. */
PyObject *walk_tree(PyObject *module, PyObject *arguments);
PyObject *scan_source(PyObject *module, PyObject *html);
PyObject *read_names(PyObject *module, PyObject *arguments);
PyObject *score_classes(PyObject *module, PyObject *arguments);
PyObject *inherit(PyObject *module, PyObject *arguments);
PyObject *line_hints(PyObject *module, PyObject *arguments);

#endif
