/* A page as the model sees it: numbers in columns. The reference of every step is in Python, in the modules of
   tamis.core.strategies.learned; what a step does and why is said there.

   Rows are the blocks that the model judges, nodes the elements that hold rows. A parent has a lower number than its
   children, and the root is its own parent. */

#ifndef TAMIS_PAGE_H
#define TAMIS_PAGE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* ---- Constants: they stand in Python only, and come with the model. ---- */

#define CONSTANTS(X) \
    X(CHARACTERS_PER_WORD) X(LONG) X(PROSE) X(LINKED_RUNNING) X(NO_SENTENCE) \
    X(FAR) X(UNKNOWN) X(FAR_BLOCKS) X(FAR_WORDS) X(NEAR_DATES) X(MOST_DATES) X(MOST_MENUS) X(MIN_ITEMS) \
    X(MIN_POSTS) X(POST_WORDS) X(NEAREST) X(NAMES_REACH) X(CONTAINER) X(FRAME) \
    X(MOST_TIMES) X(MAX_LINE) X(MIN_LINES) X(WIDE) X(MIN_BEFORE) X(SIGNATURE) X(NEAR_START) X(FORUM_SIGNS) X(MIN_FORUM) \
    X(NETWORK) X(NETWORK_ON_THREADS) X(DRAWN_IN_FOREST) X(MOST) X(MOST_WORDS_OF_MEAN) \
    X(COMMENTS_GAIN) X(SHARED) X(MIN_ALIKE_ROWS) X(MOST_WORDS_OF_PLACE) X(SURE_LOG_ODDS) X(MIN_SURE) X(MIN_SURE_WORDS) \
    X(MIN_DOUBTFUL_WORDS) X(DRAWN) \
    X(MOST_OF_PAGE) X(OVER_THE_PAGE) X(DOUBTFUL) X(LEAN) X(LEAN_IN_MAIN) X(CLEAN) X(MAX_CLEAN_LINKS) X(MAX_CLEAN_LINES) \
    X(LINK) X(LOSS) X(LOSS_BY_SIGNATURE) X(MIN_WORDS) X(ENOUGH) X(MIN_ARTICLE) X(LEAST_PARTS) X(LONGEST_PARTS) \
    X(LINKED_PARTS) X(LIST_LEVELS) X(NO_LISTS) X(LISTED) X(ALL_TEXT) X(LISTS_BONUS) \
    X(SURE) X(STRICT) X(MIN_LIKELIEST) X(MIN_BETWEEN) X(MIN_HEADING) X(MIN_HEADING_OF_PART) X(MIN_TABLE) X(MIN_SENTENCE) \
    X(MIN_ALIKE) X(MAX_SUBHEAD) X(MIN_SUBHEAD) X(MIN_SUBHEADS) X(MAX_SENTENCES) X(MAX_BESIDE) X(MIN_NEIGHBORS) \
    X(MIN_OF_LIST) X(MIN_ITEM) X(MIN_LINKED_ITEM) X(MIN_OF_HEADINGS) X(MIN_HEADINGS) X(MIN_LIKE_OTHERS) X(MIN_LEADING) \
    X(MIN_LINKED_LIST) X(MAX_LINKED) X(LINK_ITEM) X(LINKED_LINE) X(NEVER) \
    X(LINKED_HEADING) X(LINKED_SUBHEAD) X(SENTENCE_WORDS) X(MOSTLY_LINKED) X(SHORT_LINE) X(NEAR_CODE) X(MIN_TABLE_AT_EDGE) \
    X(TELLING) X(FORMULA) X(DATA) X(CALLOUT) X(DEFINITION) \
    X(NOT_MAIN) X(MAIN) X(ARTICLE) X(COMMENTS) X(DATE) \
    X(KIND_PARAGRAPH) X(KIND_HEADING) X(KIND_LIST_ITEM) X(KIND_CODE) X(KIND_TABLE) X(KIND_CAPTION) \
    X(TAG_H1) X(TAG_FOOTER) X(TAG_MAIN) X(TAG_LI) X(TAG_TABLE) X(TAG_ARTICLE) X(TAG_P) X(TAG_FORM) X(TAG_BUTTON) X(TAGS) \
    X(TYPE_ARTICLE) X(TYPE_FORUM)

struct constants {
#define X(name) double name;
    CONSTANTS(X)
#undef X
};

/* ---- Features, in the order of the model's names ---- */

#define FEATURES(X) \
    X(WORDS, "words") X(DENSITY, "density") X(ENDS, "ends") X(WORD_LENGTH, "word length") X(KIND, "kind") \
    X(HIDDEN, "hidden") X(SAME_BEFORE, "same text before") X(SAME, "same text") \
    X(POSITION, "position") X(PROSE_BEFORE, "prose before") X(FROM_TITLE, "from title") \
    X(WORDS_FROM_TITLE, "words from title") X(DEPTH, "depth") X(TITLE_UP, "title up") \
    X(WORDS_FROM_PROSE, "words from first prose") X(SINCE_COMMENTS, "since comments") X(SINCE_SHARE, "since share") \
    X(SINCE_TAGS, "since tags") X(SINCE_AUTHOR, "since author") X(SINCE_DATE, "since date") \
    X(SINCE_RELATED, "since related") X(SINCE_NAMED_COMMENTS, "since named comments") \
    X(SINCE_NAMED_RELATED, "since named related") X(SINCE_NAMED_SHARE, "since named share") \
    X(SINCE_NAMED_TAGS, "since named tags") X(DATES_BEFORE, "dates before") X(DATES_NEAR, "dates near") \
    X(FIRST_UP, "first up") X(FORM_AS_FIRST, "form as first") X(PARENT_AS_FIRST, "parent as first") X(GAP, "gap") \
    X(WIDEST_GAP, "widest gap") X(MENUS_SINCE, "menus since") X(CONTAINER_UP, "container up") \
    X(CONTAINER_FROM, "container from") X(CONTAINER_SHARE, "container share") X(FRAME_UP, "frame up") \
    X(PARENT_UP, "parent up") X(PARENT_FROM, "parent from") X(PARENT_SHARE, "parent share") \
    X(PARENT_SCORE, "parent score") X(PARENT_RANK, "parent rank") X(PAGE_WORDS, "page words") \
    X(PAGE_PROSE, "page prose") X(PAGE_DENSITY, "page density") X(PAGE_BLOCKS, "page blocks") \
    X(PAGE_LONG_BLOCKS, "page long blocks") X(PAGE_LONGEST, "page longest") X(PAGE_ARTICLE, "page article") \
    X(PAGE_P, "page p") X(PAGE_LI, "page li") X(PAGE_FORM, "page form") X(PAGE_BUTTON, "page button") X(TAG, "tag") \
    X(IN_FOOTER, "in footer") X(IN_MAIN, "in main") X(IN_LI, "in li") X(DENSITY_0, "density 0") \
    X(SIBLINGS_0, "siblings 0") X(SIBLINGS_DENSITY_1, "siblings density 1") X(SIBLINGS_SHARE_2, "siblings share 2") \
    X(SIBLINGS_DENSITY_3, "siblings density 3") X(LIKE_1, "like 1") X(LIKE_2, "like 2") \
    X(LIKE_SHARE_2, "like share 2") X(LIKE_3, "like 3") X(LIKE_SHARE_3, "like share 3") \
    X(ITEM_DENSITY, "item density") X(ITEM_MEAN, "item mean") X(POST_DENSITY, "post density") \
    X(POST_COUNT, "post count") X(POST_WORDS, "post words") X(NEAR_DENSITY_2, "near density 2") \
    X(NEAR_DENSITY_6, "near density 6") X(WORDS_OF_NEXT, "words of next") X(WORDS_OF_LAST, "words of last") \
    X(SINCE_HEADING, "since heading") X(PAGE_HEADINGS, "page headings") X(UNDER_HEADING, "under heading") \
    X(NAMED_NAVIGATION, "named navigation") X(NAMED_PRODUCT, "named product") X(NAMED_POPUP, "named popup") \
    X(NAMED_SIDEBAR, "named sidebar") X(NAMED_BODY, "named body") X(NAMED_CAPTION, "named caption") \
    X(NAMED_LEAD, "named lead") X(NAMED_LEGAL, "named legal") \
    X(TYPE_0, "type article") X(TYPE_1, "type documentation") X(TYPE_2, "type service") X(TYPE_3, "type forum") \
    X(TYPE_4, "type listing") X(TYPE_5, "type collection") X(TYPE_6, "type product") \
    X(NAMES_0, "names 0") X(NAMES_1, "names 1") X(NAMES_2, "names 2") X(NAMES_SUM, "names sum") \
    X(NAMES_LEAST, "names least") X(NAMES_ALL, "names all") X(NAMES_AGAINST, "names against") X(NAMES_NEAR, "names near")

enum {
#define X(name, string) F_##name,
    FEATURES(X)
#undef X
    FEATURE_COUNT
};

enum { TYPES = 7, MARKS = 8, END_LINES = 6, END_PARTS = 4, DECLARED = 13, PAGE_MEANS = 7, PAGE_GREATEST = 3,
       PAGE_COLUMNS = 14, PAGE_NAMED = 9, PAGE_SAID = 5, PAGE_NUMBERS = 62, CONFIDENCE = 9, DILATED = 5, KINDS = 16,
       MOST_RANGES = 32, MOST_SIGNS = 64, MOST_PARTS = 16, MOST_DEPTH = 8, MOST_TAGS = 512, MOST_PHRASES = 128,
       SPARE = 32 /* floats behind a matrix */ };

/* ---- The model ---- */

struct forest {
    Py_ssize_t trees, depth, questions, outputs;
    int16_t *feature_of_level;  /* of each tree, of each level */
    float *border_of_level;
    int32_t *features;          /* of each question without repetition */
    float *borders;
    int32_t *levels;            /* of each tree, the last level first, its question */
    float *leaves;              /* of each tree, of each leaf, of each output */
    double bias;
};

struct network {
    Py_ssize_t width, inputs, numbers, codes;
    int32_t *number_features;
    int32_t code_features[8], code_counts[8];
    float *middle, *scale;
    float *in, *in_bias, *layers[DILATED], *biases[DILATED], *means, *means_bias, *out;
    float out_bias;
    Py_ssize_t distances[DILATED], pooled_after;
};

struct loss {
    int64_t named;
    double loss;
};

struct model {
    PyObject_HEAD
    struct constants constants;
    struct forest forest, types;
    struct network network;
    double confidence[CONFIDENCE];
    uint32_t unspaced[2 * MOST_RANGES], sentence_ends[MOST_SIGNS], colons[MOST_SIGNS], questions[MOST_SIGNS];
    Py_ssize_t unspaced_count, sentence_end_count, colon_count, question_count;
    int64_t marks[MARKS], end_lines[END_LINES], end_parts[END_PARTS], named[PAGE_NAMED], said[PAGE_SAID];
    int64_t code_of_tag[MOST_TAGS];
    uint8_t list_tags[MOST_TAGS], between[KINDS];
    struct loss parts[MOST_PARTS], parts_of_articles[MOST_PARTS], lines[MOST_PARTS];
    Py_ssize_t part_count, part_of_articles_count, line_count;
    Py_ssize_t tag_count;
    PyObject *tags;   /* dict: the number of each tag */
    PyObject *kinds;  /* tuple of the kinds, in the order of their numbers */
    PyObject *phrases; /* tuple of bytes: phrases of forums in UTF-8 */
};

/* ---- A page ---- */

#define MOST_BLOCKS_HELD 192

struct arena {
    void *held[MOST_BLOCKS_HELD];
    size_t count;
};

struct page {
    PyObject_HEAD
    struct model *model; /* owned */
    struct arena arena;
    Py_ssize_t count, nodes;
    Py_ssize_t title, start, anchor; /* rows, or -1; `start` is the first running text */
    double all_words, all_prose;
    /* Rows. */
    int64_t *blocks;
    int32_t *kinds, *node_of, *texts, *places, *signature_rows, *signature_forms;
    Py_ssize_t text_count, place_count, signatures, signature_form_count;
    int64_t *hints, *line_hints;
    uint8_t *visible, *shown, *hidden, *colon, *question, *set_pieces, *alike_first;
    double *words, *shown_words, *characters, *ends, *density, *prose;
    double *words_before, *prose_before, *links_before; /* one more */
    double *menus_before;
    double questions, often, phrases; /* of the page */
    /* Nodes. */
    int64_t *node_numbers, *node_classes, *forms;
    int32_t *parents, *first, *last, *tags;
    double *node_words, *node_prose, *node_links, *node_scores;
    /* What the model says. */
    float *matrix; /* a line for each feature; NULL once the page is judged, unless it is asked for */
    double types[TYPES];
    double *log_odds;
};

void *take(struct arena *arena, Py_ssize_t count, size_t size);     /* zeros; NULL with an exception */
void *take_any(struct arena *arena, Py_ssize_t count, size_t size); /* the same, but not zeros */
void drop_since(struct arena *arena, size_t count); /* what was taken since the arena held that many blocks */
void drop_block(struct arena *arena, void *block);  /* one that was taken; others stay where they are */
void drop_arena(struct arena *arena);

struct groups {
    int32_t *of; /* the group of each entry */
    int32_t count;
};

/* Group entries by a pair of keys; `second` may be NULL. Returns -1 with an exception. */
int group(struct arena *arena, Py_ssize_t count, const int64_t *first, const int64_t *second, struct groups *result);
/* Group the nodes that are side by side and have one form. Returns -1 with an exception. */
int group_siblings(const struct page *page, struct arena *arena, struct groups *result);

int read_table(struct page *page, PyObject *columns);
int compute_features(struct page *page, const double *declared, int forced);
int judge(struct page *page, int is_clean, int keep_lists, int keep_features);
int mark_lists(const struct page *page, struct arena *arena, uint8_t *listed);
PyObject *choose_rows(const struct page *page, double favor, int hidden, int drop_lists, const double *shift);

int forest_log_odds(const struct forest *forest, const float *matrix, Py_ssize_t rows, double *sums);
int type_probabilities(const struct model *model, const double *numbers, double *types);
int network_log_odds(struct page *page, double *result, int keep_features);

static inline double least_of(double one, double other) { return one < other ? one : other; }
static inline double most_of(double one, double other) { return one > other ? one : other; }
static inline double within(double value, double least, double most) { return least_of(most_of(value, least), most); }

#endif
