/* One scan of a page's source, for tamis.core.parse.tree: how many tags there are at most, how many formatting elements
   can be open at once, and whether an element may swallow the rest of the page. What is surely closed is left out,
   everything else counts: never less than the expressions there find, and much quicker. */

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

/* ---- What may swallow the page ---- */

/* Elements whose content runs to their own end tag. Those that swallow markup if they are closed as in XML come first. */
static const char *const RAW_TEXT[] = {"iframe",  "script", "style", "textarea", "noframes",
                                       "noembed", "title",  "xmp"};
enum { RAW = Py_ARRAY_LENGTH(RAW_TEXT), SELF_CLOSED = 5 };

struct noscript {
    int is_open, is_left_open[RAW], may_swallow;
    Py_ssize_t begin; /* behind its start tag, whose attributes may hold tags */
};

/* A letter as expressions without case see it: three others are an s or an i to them. */
static Py_UCS4
folded_letter(Py_UCS4 sign)
{
    if (sign == 0x17F)
        return 's';
    if (sign == 0x130 || sign == 0x131)
        return 'i';
    return is_letter(sign) ? sign | 0x20 : sign;
}

/* Whether a name begins at a place. */
static int
has_name(const struct page_source *text, Py_ssize_t place, const char *name)
{
    for (; *name != 0; name++, place++)
        if (folded_letter(at(text, place)) != (Py_UCS4)*name)
            return 0;
    return 1;
}

/* The same, with what ends the name of a tag behind it. */
static int
is_start(const struct page_source *text, Py_ssize_t place, const char *name)
{
    if (!has_name(text, place, name))
        return 0;
    Py_UCS4 after = at(text, place + (Py_ssize_t)strlen(name));
    return after == '/' || after == '>' || is_space(after);
}

static void
end_noscript(struct noscript *noscript)
{
    for (int raw = 0; raw < RAW; raw++)
        noscript->may_swallow |= noscript->is_left_open[raw];
    memset(noscript->is_left_open, 0, sizeof(noscript->is_left_open));
    noscript->is_open = 0;
}

/* Whether a start tag, of which the name begins here, ends as in XML before the next tag. */
static int
is_self_closed(const struct page_source *text, Py_ssize_t name, Py_ssize_t next)
{
    Py_ssize_t end = name < next ? PyUnicode_FindChar(text->string, '>', name, next, 1) : -1;
    return end > name && at(text, end - 1) == '/';
}

/* Look at the tag whose "<" is before a place. `next` is that of the next one. */
static void
look_at_raw_text(struct noscript *noscript, const struct page_source *text, Py_ssize_t place, Py_ssize_t next)
{
    Py_UCS4 first = folded_letter(at(text, place));
    if (place < noscript->begin)
        return;
    if (first == '/' && noscript->is_open) {
        if (has_name(text, place + 1, "noscript"))
            end_noscript(noscript);
        for (int raw = 0; raw < RAW; raw++)
            if (noscript->is_left_open[raw] && has_name(text, place + 1, RAW_TEXT[raw]))
                noscript->is_left_open[raw] = 0;
    }
    if (first >= 0x80 || first == 0 || strchr("instx", (int)first) == NULL) /* as of most tags */
        return;
    if (!noscript->is_open && is_start(text, place, "noscript")) {
        Py_ssize_t end = PyUnicode_FindChar(text->string, '>', place, text->size, 1);
        noscript->begin = end >= 0 ? end + 1 : text->size;
        noscript->is_open = 1;
    }
    for (int raw = 0; raw < RAW; raw++)
        if (RAW_TEXT[raw][0] == (char)first && is_start(text, place, RAW_TEXT[raw])) {
            noscript->is_left_open[raw] = noscript->is_open;
            noscript->may_swallow |= raw < SELF_CLOSED && is_self_closed(text, place, next);
        }
}

PyObject *
scan_source(PyObject *Py_UNUSED(module), PyObject *html)
{
    struct page_source text = {html, PyUnicode_Check(html) ? PyUnicode_GetLength(html) : -1};
    if (text.size < 0) {
        PyErr_SetString(PyExc_TypeError, "not a string");
        return NULL;
    }
    struct noscript noscript = {0, {0}, 0, 0};
    Py_ssize_t brackets = 0, open = 0;
    for (Py_ssize_t place = next_bracket(&text, 0), next; place < text.size; place = next) {
        Py_ssize_t size = formatting_name(&text, place + 1);
        brackets++;
        open += size > 0 && !is_closed(&text, place + 1, size);
        next = next_bracket(&text, place + 1);
        look_at_raw_text(&noscript, &text, place + 1, next);
    }
    end_noscript(&noscript);
    return Py_BuildValue("nnO", brackets, open, noscript.may_swallow ? Py_True : Py_False);
}
