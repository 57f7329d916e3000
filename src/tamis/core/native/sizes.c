/* Bounds on the elements of a page, for tamis.core.parse.tree: how many tags there are at most, and how many formatting
   elements can be open at once. Of these what is surely closed is left out, everything else counts: never fewer than the
   expression there finds, and much quicker. */

#include "text.h"

static const char *const FORMATTING[] = {"b",     "big",    "code",   "em", "font", "i", "s",
                                         "small", "strike", "strong", "tt", "u"};
#define LONGEST 6 /* letters */

struct page_source {
    PyObject *string;
    Py_ssize_t size;
};

static Py_UCS4
at(const struct page_source *text, Py_ssize_t place)
{
    return place < text->size ? PyUnicode_ReadChar(text->string, place) : 0;
}

/* The place of the next "<" from a place on, or the size. To encode the page would cost more than to ask for characters. */
static Py_ssize_t
next_bracket(const struct page_source *text, Py_ssize_t from)
{
    Py_ssize_t found = from < text->size ? PyUnicode_FindChar(text->string, '<', from, text->size, 1) : -1;
    return found >= 0 ? found : text->size;
}

static int
is_letter(Py_UCS4 sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
}

/* How many letters the name of a formatting element has that begins here; 0 if none does. */
static Py_ssize_t
formatting_name(const struct page_source *text, Py_ssize_t place)
{
    char name[LONGEST + 1];
    Py_ssize_t size = 0;
    Py_UCS4 first = at(text, place) | 0x20;
    if (first >= 0x80 || strchr("bcefistu", (int)first) == NULL) /* as of most tags, and of all end tags */
        return 0;
    for (Py_UCS4 sign; is_letter(sign = at(text, place + size)); size++) {
        if (size == LONGEST)
            return 0;
        name[size] = (char)(sign | 0x20);
    }
    name[size] = 0;
    Py_UCS4 after = at(text, place + size);
    if (size == 0 || (after < 0x80 && after != '/' && after != '>' && !is_space(after)))
        return 0;
    for (size_t number = 0; number < Py_ARRAY_LENGTH(FORMATTING); number++)
        if (strcmp(name, FORMATTING[number]) == 0)
            return size;
    return 0;
}

static int
is_name_sign(Py_UCS4 sign)
{
    return is_letter(sign) || (sign >= '0' && sign <= '9') || sign == '_' || sign == ':' || sign == '-';
}

/* Behind the attributes and the end of a tag, if they are written in the plainest way; -1 if not. */
static Py_ssize_t
tag_end(const struct page_source *text, Py_ssize_t place)
{
    while (at(text, place) == ' ') {
        place++;
        Py_ssize_t begin = place;
        while (is_name_sign(at(text, place)))
            place++;
        if (place == begin || at(text, place) != '=' || at(text, place + 1) != '"')
            return -1;
        for (place += 2; at(text, place) != '"'; place++)
            if (place >= text->size || at(text, place) == '<' || at(text, place) == '>')
                return -1;
        place++;
    }
    return at(text, place) == '>' ? place + 1 : -1;
}

/* Whether nothing but text is between a start tag, of which the name begins here, and its end tag. */
static int
is_closed(const struct page_source *text, Py_ssize_t name, Py_ssize_t size)
{
    Py_ssize_t end = tag_end(text, name + size);
    if (end < 0)
        return 0;
    end = next_bracket(text, end);
    if (at(text, end + 1) != '/' || at(text, end + 2 + size) != '>')
        return 0;
    for (Py_ssize_t letter = 0; letter < size; letter++)
        if (at(text, end + 2 + letter) != at(text, name + letter))
            return 0;
    return 1;
}

PyObject *
count_tags(PyObject *Py_UNUSED(module), PyObject *html)
{
    struct page_source text = {html, PyUnicode_Check(html) ? PyUnicode_GetLength(html) : -1};
    if (text.size < 0) {
        PyErr_SetString(PyExc_TypeError, "not a string");
        return NULL;
    }
    Py_ssize_t brackets = 0, open = 0;
    for (Py_ssize_t place = next_bracket(&text, 0); place < text.size; place = next_bracket(&text, place + 1)) {
        Py_ssize_t size = formatting_name(&text, place + 1);
        brackets++;
        open += size > 0 && !is_closed(&text, place + 1, size);
    }
    return Py_BuildValue("nn", brackets, open);
}
