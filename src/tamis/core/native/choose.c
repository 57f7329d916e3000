/* The choice of the rows to keep, as in tamis.core.strategies.learned.rule_adjustments and cutoff. */

#include <math.h>
#include <stdlib.h>

#include "page.h"

struct choice {
    const struct page *page;
    const struct constants *is;
    struct arena arena;
    const double *words; /* what each row would add to the text */
    double *log_odds, *probabilities;
    uint8_t *kept, *first; /* `first`: what the first opinion keeps, if there is a second */
    double threshold, expected;
    int has_first;
};

/* ---- Probabilities ---- */

static int
has_any(const struct choice *choice, int64_t hint)
{
    for (Py_ssize_t row = 0; row < choice->page->count; row++)
        if (choice->page->hints[row] & hint)
            return 1;
    return 0;
}

/* The hint of the main part: the main element, or articles if there is none. */
static int64_t
main_hint(const struct choice *choice)
{
    int64_t is_main = (int64_t)choice->is->MAIN;
    return has_any(choice, is_main) ? is_main : (int64_t)choice->is->ARTICLE;
}

/* Raise the rows of the main part, or of the page, if nothing in it looks like clutter. */
static void
raise_without_clutter(struct choice *choice)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    int64_t part = main_hint(choice);
    int whole = !has_any(choice, part);
    double total = 0.0, links = 0.0, lines = 0.0;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double words = choice->words[row];
        if (whole && words > 0.0 && page->density[row] > is->LINK)
            return;
        if (!whole && !(page->hints[row] & part))
            continue;
        if ((page->hints[row] & (int64_t)is->NOT_MAIN) && words > 0.0)
            return;
        total += words;
        links += words * page->density[row];
        lines += page->line_hints[row] ? words : 0.0;
    }
    if (links > is->MAX_CLEAN_LINKS * total || lines > is->MAX_CLEAN_LINES * total)
        return;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (whole || (page->hints[row] & part))
            choice->log_odds[row] += is->CLEAN;
}

/* Take what a table of parts says from the log-odds. */
static void
lose_parts(const struct choice *choice, double *log_odds, const struct loss *parts, Py_ssize_t count)
{
    const struct page *page = choice->page;
    double most = 0.0;
    for (Py_ssize_t row = 0; row < page->count; row++)
        most += choice->words[row];
    most *= choice->is->MOST_OF_PAGE;
    for (Py_ssize_t part = 0; part < count; part++) {
        double words = 0.0;
        for (Py_ssize_t row = 0; row < page->count; row++)
            words += page->hints[row] & parts[part].named ? choice->words[row] : 0.0;
        if (words >= most && !(parts[part].named & (int64_t)choice->is->OVER_THE_PAGE))
            continue;
        for (Py_ssize_t row = 0; row < page->count; row++)
            if (page->hints[row] & parts[part].named)
                log_odds[row] += parts[part].loss;
    }
}

/* The probabilities after the rules; `lean` is for a second opinion. */
static int
find_probabilities(struct choice *choice, int sure, int lean)
{
    const struct page *page = choice->page;
    const struct model *model = page->model;
    double *against = take(&choice->arena, page->count, sizeof(double));
    if (against == NULL)
        return -1;
    lose_parts(choice, against, model->parts, model->part_count);
    if (sure) {
        lose_parts(choice, against, model->parts_of_articles, model->part_of_articles_count);
        for (Py_ssize_t kind = 0; kind < model->line_count; kind++)
            for (Py_ssize_t row = 0; row < page->count; row++)
                if (page->line_hints[row] & model->lines[kind].named)
                    against[row] += model->lines[kind].loss;
    }
    int64_t part = main_hint(choice), not_main = (int64_t)choice->is->NOT_MAIN;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double log_odds = choice->log_odds[row] - against[row];
        if (lean) {
            int in_main = (page->hints[row] & part) && !(page->hints[row] & not_main);
            log_odds = log_odds + choice->is->LEAN + choice->is->LEAN_IN_MAIN * in_main;
        }
        choice->probabilities[row] = 1.0 / (1.0 + exp(-log_odds));
    }
    return 0;
}

/* ---- The cutoff ---- */

struct ranked {
    double probability;
    Py_ssize_t row;
};

static int
by_probability(const void *one, const void *other)
{
    const struct ranked *left = one, *right = other;
    if (left->probability != right->probability)
        return left->probability > right->probability ? -1 : 1;
    return left->row < right->row ? -1 : 1;
}

/* Choose the rows with the greatest expected F; `favor` over 1 is for recall, under 1 for precision. */
static int
cut(struct choice *choice, double favor)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    Py_ssize_t count = page->count, best = 0;
    double words = 0.0, all = 0.0, hits = 0.0, sizes = 0.0, greatest = 0.0, hits_of_best = 0.0, sizes_of_best = 0.0;
    double likeliest = 0.0, weight = favor * favor;
    choice->threshold = 1.0;
    choice->expected = 0.0;
    memset(choice->kept, 0, (size_t)count);
    struct ranked *order = take(&choice->arena, count, sizeof(struct ranked));
    if (order == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++) {
        order[row] = (struct ranked){choice->probabilities[row], row};
        words += choice->words[row];
        if (choice->words[row] > 0.0)
            likeliest = most_of(likeliest, choice->probabilities[row]);
    }
    if (words == 0.0)
        return 0;
    qsort(order, (size_t)count, sizeof(struct ranked), by_probability);
    for (Py_ssize_t at = 0; at < count; at++)
        all += order[at].probability * choice->words[order[at].row];
    for (Py_ssize_t at = 0; at < count; at++) {
        hits += order[at].probability * choice->words[order[at].row];
        sizes += choice->words[order[at].row];
        double measure = hits / (sizes + weight * all + 1e-9);
        if (at == 0 || measure > greatest) {
            greatest = measure;
            best = at;
            hits_of_best = hits;
            sizes_of_best = sizes;
        }
    }
    choice->expected = 2.0 * hits_of_best / (sizes_of_best + all + 1e-9);
    if (favor <= 1.0 && likeliest < is->MIN_LIKELIEST)
        return 0;
    choice->threshold = order[best].probability;
    if (choice->expected > is->SURE && favor < 1.0)
        choice->threshold = most_of(choice->threshold, is->STRICT);
    for (Py_ssize_t row = 0; row < count; row++)
        choice->kept[row] = choice->probabilities[row] >= choice->threshold;
    return 0;
}

/* Compute the probabilities by the model and the rules, and choose the rows; with a second opinion if it is doubtful. */
static int
decide(struct choice *choice, double favor)
{
    const struct constants *is = choice->is;
    raise_without_clutter(choice);
    if (find_probabilities(choice, 0, 0) < 0 || cut(choice, 1.0) < 0)
        return -1;
    double balanced = choice->expected;
    if (balanced > is->SURE)
        return find_probabilities(choice, 1, 0) < 0 || cut(choice, favor) < 0 ? -1 : 0;
    if (favor != 1.0 && cut(choice, favor) < 0)
        return -1;
    if (balanced >= is->DOUBTFUL || favor < 1.0)
        return 0;
    memcpy(choice->first, choice->kept, (size_t)choice->page->count);
    choice->has_first = 1;
    return find_probabilities(choice, 0, 1) < 0 || cut(choice, favor) < 0 ? -1 : 0;
}

/* The probability that the page was extracted right. */
static double
confidence(const struct choice *choice)
{
    const struct page *page = choice->page;
    double all = 0.0, kept = 0.0, unsure = 0.0, likely = 0.0, sum = 0.0;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double words = choice->words[row], probability = choice->probabilities[row];
        all += words;
        unsure += words * least_of(probability, 1.0 - probability);
        kept += choice->kept[row] ? words : 0.0;
        likely += choice->kept[row] ? words * probability : 0.0;
    }
    kept = most_of(1.0, kept);
    double expected = least_of(most_of(choice->expected, 0.02), 0.995);
    const double numbers[CONFIDENCE] = {
        1.0, log(expected / (1.0 - expected)), expected, likely / kept, unsure / kept, log1p(kept),
        kept / most_of(1.0, all), log1p((double)page->count), page->types[(int)choice->is->TYPE_ARTICLE]};
    for (int number = 0; number < CONFIDENCE; number++)
        sum += page->model->confidence[number] * numbers[number];
    return 1.0 / (1.0 + exp(-sum));
}

/* ---- What belongs to the rows that are kept ---- */

static inline int32_t
parent_of(const struct page *page, Py_ssize_t row)
{
    return page->parents[page->node_of[row]];
}

static int
is_article(const struct page *page)
{
    return page->types[(int)page->model->constants.TYPE_ARTICLE] >= page->model->constants.MIN_ARTICLE;
}

/* The probability that each row between two kept blocks needs. */
static int
find_needed(struct choice *choice, double *needed)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    double *links = take(&choice->arena, page->nodes, sizeof(double)), *words = take(&choice->arena, page->nodes, sizeof(double));
    if (links == NULL || words == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        links[parent_of(page, row)] += page->density[row] * page->words[row];
        words[parent_of(page, row)] += page->words[row];
    }
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int kind = page->kinds[row], silent = page->line_hints[row] == 0;
        int between = page->model->between[kind] && silent && page->density[row] < is->LINKED_LINE;
        between |= !page->visible[row];
        between &= kind != (int)is->KIND_HEADING || choice->probabilities[row] >= is->MIN_HEADING;
        needed[row] = between ? is->MIN_BETWEEN : is->NEVER;
        int32_t parent = parent_of(page, row);
        if (kind == (int)is->KIND_LIST_ITEM && page->density[row] >= is->LINKED_LINE && silent
            && !(page->hints[row] & (int64_t)is->NOT_MAIN) && links[parent] / most_of(words[parent], 1.0) < is->MAX_LINKED)
            needed[row] = is->MIN_LINKED_LIST;
    }
    return 0;
}

/* Keep what is between the anchors of one parent, unless all of it is unlikely. */
static void
keep_between(struct choice *choice, const double *needed, const uint8_t *anchors)
{
    const struct page *page = choice->page;
    Py_ssize_t left = -1;
    for (Py_ssize_t right = 0; right < page->count; right++) {
        if (!anchors[right])
            continue;
        if (left >= 0 && right - left > 1 && parent_of(page, left) == parent_of(page, right)) {
            double likeliest = 0.0, most = 0.0;
            for (Py_ssize_t row = left + 1; row < right; row++) {
                likeliest = most_of(likeliest, choice->probabilities[row]);
                most = most_of(most, needed[row]);
            }
            if (most <= 1.0 && likeliest >= most)
                memset(choice->kept + left + 1, 1, (size_t)(right - left - 1));
        }
        left = right;
    }
}

static int
keep_lists_between(struct choice *choice)
{
    Py_ssize_t count = choice->page->count;
    double *needed = take(&choice->arena, count, sizeof(double));
    uint8_t *anchors = take(&choice->arena, count, 1), *others = take(&choice->arena, count, 1);
    if (needed == NULL || anchors == NULL || others == NULL || find_needed(choice, needed) < 0)
        return -1;
    memcpy(anchors, choice->kept, (size_t)count);
    for (Py_ssize_t row = 0; row < count; row++)
        others[row] = choice->kept[row] && needed[row] > 1.0;
    keep_between(choice, needed, anchors);
    if (is_article(choice->page))
        keep_between(choice, needed, others);
    return 0;
}

/* Find the table that each row is one of: its node, plus one; 0 if the row is of none. */
static int
find_tables(struct choice *choice, int32_t *tables)
{
    const struct page *page = choice->page;
    int32_t *table_of = take(&choice->arena, page->nodes, sizeof(int32_t));
    if (table_of == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++)
        table_of[node] = page->tags[node] == (int)choice->is->TAG_TABLE ? (int32_t)node + 1
            : node                                                     ? table_of[page->parents[node]]
                                                                       : 0;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (page->kinds[row] == (int)choice->is->KIND_TABLE)
            tables[row] = table_of[page->node_of[row]];
    return 0;
}

/* Keep a table whole of which enough is kept. */
static int
keep_tables(struct choice *choice)
{
    const struct page *page = choice->page;
    int32_t *tables = take(&choice->arena, page->count, sizeof(int32_t));
    double *sizes = take(&choice->arena, page->nodes, sizeof(double)), *kept = take(&choice->arena, page->nodes, sizeof(double));
    if (tables == NULL || sizes == NULL || kept == NULL || find_tables(choice, tables) < 0)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (tables[row] > 0) {
            sizes[tables[row] - 1] += choice->words[row];
            kept[tables[row] - 1] += choice->kept[row] ? choice->words[row] : 0.0;
        }
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (tables[row] > 0) {
            double size = sizes[tables[row] - 1];
            choice->kept[row] |= kept[tables[row] - 1] / (size > 0.0 ? size : 1.0) >= choice->is->MIN_TABLE;
        }
    return 0;
}

/* The rows that are shown if they are kept, and those that may be kept for what is beside them. */
struct beside {
    int32_t *rows;
    Py_ssize_t count;
    uint8_t *plain, *headings, *old;
};

/* Keep the headings of kept parts: between two kept blocks, or above one in an element with kept text before. */
static int
keep_headings(struct choice *choice, const struct beside *beside)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    uint8_t *kept = choice->kept, *missing = take(&choice->arena, page->count, 1);
    int32_t *next = take(&choice->arena, page->nodes, sizeof(int32_t)), *first = take(&choice->arena, page->nodes, sizeof(int32_t));
    int any = 0;
    if (missing == NULL || next == NULL || first == NULL)
        return -1;
    for (Py_ssize_t at = 0; at < beside->count; at++) {
        int32_t row = beside->rows[at];
        missing[row] = beside->headings[row] && !kept[row] && choice->probabilities[row] >= is->MIN_HEADING_OF_PART;
        any |= missing[row];
    }
    if ((double)beside->count < is->MIN_NEIGHBORS || !any)
        return 0;
    memcpy(beside->old, kept, (size_t)page->count);
    for (Py_ssize_t at = 1; at + 1 < beside->count; at++) {
        int32_t row = beside->rows[at];
        kept[row] |= missing[row] && beside->old[beside->rows[at - 1]] && beside->old[beside->rows[at + 1]]
            && choice->probabilities[row] >= is->MIN_BETWEEN;
    }
    for (Py_ssize_t row = page->count - 1; row >= 0; row--)
        if (kept[row])
            first[parent_of(page, row)] = (int32_t)row + 1;
    memcpy(beside->old, kept, (size_t)page->count);
    for (Py_ssize_t at = beside->count - 1; at >= 0; at--) {
        int32_t row = beside->rows[at], parent = parent_of(page, row);
        int is_above = next[parent] > 0 && beside->old[next[parent] - 1];
        kept[row] |= missing[row] && is_above && first[parent] > 0 && first[parent] - 1 < row;
        next[parent] = row + 1;
    }
    return 0;
}

/* Keep the sentences between two kept blocks of one element, or of one place, unless they are unlikely. */
static void
keep_sentences(struct choice *choice, const struct beside *beside)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    if ((double)beside->count < is->MIN_NEIGHBORS)
        return;
    memcpy(beside->old, choice->kept, (size_t)page->count);
    for (Py_ssize_t at = 1; at + 1 < beside->count; at++) {
        int32_t before = beside->rows[at - 1], row = beside->rows[at], after = beside->rows[at + 1];
        if (!beside->old[before] || !beside->old[after] || !beside->plain[row] || page->kinds[row] != (int)is->KIND_PARAGRAPH
            || page->ends[row] <= 0.0 || page->words[row] < is->SENTENCE_WORDS || page->density[row] >= is->MOSTLY_LINKED)
            continue;
        int32_t parent = parent_of(page, row);
        int is_sibling = parent_of(page, before) == parent && parent == parent_of(page, after);
        int as_before = page->places[before] == page->places[row], as_after = page->places[row] == page->places[after];
        choice->kept[row] |= (is_sibling || as_before || as_after)
            && choice->probabilities[row] >= (as_before && as_after ? is->MIN_ALIKE : is->MIN_SENTENCE);
    }
}

/* Where the rows that are shown begin and end to be kept, as places in `beside->rows`; 0 if fewer than two are kept. */
static int
kept_range(const struct choice *choice, const struct beside *beside, Py_ssize_t *first, Py_ssize_t *last)
{
    Py_ssize_t count = 0;
    for (Py_ssize_t at = 0; at < beside->count; at++)
        if (choice->kept[beside->rows[at]]) {
            if (count++ == 0)
                *first = at;
            *last = at;
        }
    return count >= 2;
}

/* Keep the headings that are plain lines: several of one place and no two alike, each right above kept text. */
static int
keep_subheads(struct choice *choice, const struct beside *beside)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    Py_ssize_t first = 0, last = 0, places = page->place_count, found = 0;
    if (!kept_range(choice, beside, &first, &last))
        return 0;
    uint8_t *above = take(&choice->arena, page->count, 1), *repeats = take(&choice->arena, places, 1);
    double *count = take(&choice->arena, places, sizeof(double)), *dropped = take(&choice->arena, places, sizeof(double));
    double *likely = take(&choice->arena, places, sizeof(double)), *ended = take(&choice->arena, places, sizeof(double));
    int64_t *rows_places = take(&choice->arena, page->count, sizeof(int64_t)), *texts = take(&choice->arena, page->count, sizeof(int64_t));
    if (above == NULL || repeats == NULL || count == NULL || dropped == NULL || likely == NULL || ended == NULL
        || rows_places == NULL || texts == NULL)
        return -1;
    for (Py_ssize_t at = first + 1; at < last; at++) {
        int32_t row = beside->rows[at], after = beside->rows[at + 1], place = page->places[row];
        int kind = page->kinds[row];
        if (choice->kept[row])
            continue;
        dropped[place] += 1.0;
        above[row] = beside->plain[row] && (kind == (int)is->KIND_PARAGRAPH || kind == (int)is->KIND_HEADING)
            && page->density[row] < is->LINKED_SUBHEAD && page->words[row] <= is->MAX_SUBHEAD && choice->kept[after]
            && page->prose[after] > 0.0;
        if (!above[row])
            continue;
        count[place] += 1.0;
        likely[place] += choice->probabilities[row];
        ended[place] += page->ends[row] > 0.0;
        rows_places[found] = place;
        texts[found++] = page->texts[row];
    }
    if ((double)found < is->MIN_SUBHEADS)
        return 0;
    struct groups same;
    if (group(&choice->arena, found, rows_places, texts, &same) < 0)
        return -1;
    for (Py_ssize_t at = 0, next = 0; at < found; at++) { /* a group that is not new is of a text seen before */
        if (same.of[at] < next)
            repeats[rows_places[at]] = 1;
        else
            next = same.of[at] + 1;
    }
    for (Py_ssize_t at = first + 1; at < last; at++) {
        int32_t row = beside->rows[at], place = page->places[row];
        choice->kept[row] |= above[row] && count[place] >= is->MIN_SUBHEADS && count[place] == dropped[place]
            && likely[place] >= is->MIN_SUBHEAD * count[place] && ended[place] <= is->MAX_SENTENCES * count[place]
            && !repeats[place];
    }
    return 0;
}

/* Keep the rest of lists and headings that are mostly kept, and lines that lead to kept text. */
static int
keep_wholes(struct choice *choice, const struct beside *beside)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    Py_ssize_t first = 0, last = 0, places = page->place_count;
    uint8_t *kept = choice->kept;
    int any = 0;
    if (!kept_range(choice, beside, &first, &last))
        return 0;
    memcpy(beside->old, kept, (size_t)page->count);
    for (Py_ssize_t at = first; at < last; at++)
        any |= !kept[beside->rows[at]] && choice->probabilities[beside->rows[at]] >= is->MIN_LIKE_OTHERS;
    if (!any)
        return 0;
    for (Py_ssize_t at = first; at < last; at++) {
        int32_t row = beside->rows[at], after = beside->rows[at + 1];
        if (beside->old[row] || !beside->old[after] || !beside->plain[row]
            || choice->probabilities[row] < is->MIN_LEADING || page->density[row] >= is->LINKED_LINE)
            continue;
        kept[row] |= (page->prose[after] > 0.0 && (page->kinds[row] == (int)is->KIND_HEADING || page->question[row]))
            || page->colon[row];
    }
    double *items = take(&choice->arena, page->nodes, sizeof(double)), *kept_items = take(&choice->arena, page->nodes, sizeof(double));
    double *headings = take(&choice->arena, places, sizeof(double)), *kept_headings = take(&choice->arena, places, sizeof(double));
    double *needed = take(&choice->arena, page->count, sizeof(double));
    if (items == NULL || kept_items == NULL || headings == NULL || kept_headings == NULL || needed == NULL)
        return -1;
#define IS_ITEM(row) \
    (page->shown[row] && page->kinds[row] == (int)is->KIND_LIST_ITEM && page->model->list_tags[page->tags[parent_of(page, row)]])
    for (Py_ssize_t row = 0; row < page->count; row++) {
        if (IS_ITEM(row)) {
            items[parent_of(page, row)] += 1.0;
            kept_items[parent_of(page, row)] += kept[row];
        }
        if (page->shown[row] && page->kinds[row] == (int)is->KIND_HEADING) {
            headings[page->places[row]] += 1.0;
            kept_headings[page->places[row]] += kept[row];
        }
    }
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int32_t parent = parent_of(page, row);
        needed[row] = is->NEVER;
        if (IS_ITEM(row) && kept_items[parent] / most_of(items[parent], 1.0) >= is->MIN_OF_LIST)
            needed[row] = page->density[row] < is->LINK_ITEM ? is->MIN_ITEM : is->MIN_LINKED_ITEM;
    }
#undef IS_ITEM
    for (Py_ssize_t at = first; at < last; at++) {
        int32_t row = beside->rows[at], place = page->places[row];
        if (!beside->old[row] && kept[beside->rows[at + 1]] && page->kinds[row] == (int)is->KIND_HEADING
            && page->line_hints[row] == 0 && kept_headings[place] / most_of(headings[place], 1.0) >= is->MIN_OF_HEADINGS
            && kept_headings[place] >= is->MIN_HEADINGS)
            needed[row] = is->MIN_LIKE_OTHERS;
    }
    for (Py_ssize_t at = first; at < last; at++) {
        int32_t row = beside->rows[at];
        kept[row] |= !beside->old[row] && choice->probabilities[row] >= needed[row];
    }
    return 0;
}

/* Whether one of the elements right around a row holds a kept one. */
static int
is_near(const struct page *page, Py_ssize_t row, Py_ssize_t kept_row)
{
    int32_t node = page->node_of[row], outer = parent_of(page, kept_row), second = page->parents[outer];
    for (int step = 0; step < (int)page->model->constants.NEAR_CODE; step++) {
        node = page->parents[node];
        if (node == outer || node == second)
            return 1;
    }
    return 0;
}

/* What the missing rows of a table of data add up to. */
struct missing_rows {
    double rows, told, named, words, links, likeliest;
};

/* Mark the missing rows of tables of data that are not of links, nor named or said to be something else. */
static int
mark_tables(struct choice *choice, uint8_t *pieces, uint8_t *doubtful)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
#define IS_MISSING(row) (page->set_pieces[row] == (int)is->DATA && page->shown[row] && !choice->kept[row])
    int any = 0;
    for (Py_ssize_t row = 0; row < page->count; row++)
        any |= IS_MISSING(row);
    if (!any)
        return 0;
    int32_t *tables = take(&choice->arena, page->count, sizeof(int32_t));
    struct missing_rows *sums = take(&choice->arena, page->nodes, sizeof(struct missing_rows));
    if (tables == NULL || sums == NULL || find_tables(choice, tables) < 0)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (IS_MISSING(row) && tables[row] > 0) {
            struct missing_rows *sum = &sums[tables[row] - 1];
            sum->rows += 1.0;
            sum->told += (page->line_hints[row] & ~(int64_t)is->DATE) != 0; /* rows may begin with a date */
            sum->named += (page->hints[row] & (int64_t)is->NOT_MAIN) != 0;
            sum->words += page->words[row];
            sum->links += page->words[row] * page->density[row];
            sum->likeliest = most_of(sum->likeliest, choice->probabilities[row]);
        }
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (IS_MISSING(row) && tables[row] > 0) {
            const struct missing_rows *sum = &sums[tables[row] - 1];
            pieces[row] = sum->told <= is->TELLING * sum->rows && sum->named == 0.0
                && sum->links < is->LINKED_HEADING * most_of(sum->words, 1.0);
            doubtful[row] = pieces[row] && sum->likeliest < is->MIN_TABLE_AT_EDGE;
        }
#undef IS_MISSING
    return 0;
}

/* Keep code, formulas and tables of data between two kept blocks, and those beside one kept block that is near. */
static int
keep_set_pieces(struct choice *choice)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    Py_ssize_t count = page->count;
    uint8_t *pieces = take(&choice->arena, count, 1), *found = take(&choice->arena, count, 1);
    uint8_t *anchors = take(&choice->arena, count, 1), *doubtful = take(&choice->arena, count, 1);
    int32_t *skipped = take(&choice->arena, count, sizeof(int32_t)), *before = take(&choice->arena, count, sizeof(int32_t));
    if (pieces == NULL || found == NULL || anchors == NULL || doubtful == NULL || skipped == NULL || before == NULL
        || mark_tables(choice, pieces, doubtful) < 0)
        return -1;
    int any = 0;
    int32_t sum = 0, last = -1;
    for (Py_ssize_t row = 0; row < count; row++) {
        int kind = page->kinds[row], kept = choice->kept[row];
        int piece = pieces[row] || kind == (int)is->KIND_CODE
            || (page->set_pieces[row] == (int)is->FORMULA && !kept && page->density[row] == 0.0
                && kind == (int)is->KIND_PARAGRAPH);
        pieces[row] = piece && !(page->hints[row] & (int64_t)is->NOT_MAIN);
        if (!kept && page->density[row] < is->LINKED_LINE && page->line_hints[row] == 0
            && (kind == (int)is->KIND_PARAGRAPH || kind == (int)is->KIND_LIST_ITEM)
            && ((page->set_pieces[row] == (int)is->CALLOUT && choice->probabilities[row] >= is->MIN_ALIKE)
                || (page->set_pieces[row] == (int)is->DEFINITION && choice->probabilities[row] >= is->MIN_SENTENCE)))
            pieces[row] = doubtful[row] = 1;
        any |= pieces[row];
        int is_short = page->words[row] <= is->SHORT_LINE && page->ends[row] == 0.0 && kind != (int)is->KIND_HEADING;
        sum += page->shown[row] && is_short && !kept && !pieces[row];
        skipped[row] = sum;
        before[row] = last;
        anchors[row] = page->shown[row] && (kept || !(pieces[row] || is_short));
        if (anchors[row])
            last = (int32_t)row;
    }
    if (!any)
        return 0;
    int32_t after = -1;
    for (Py_ssize_t row = count - 1; row >= 0; row--) {
        if (pieces[row] && page->shown[row] && !choice->kept[row]) {
            int left = before[row] >= 0 && choice->kept[before[row]] && skipped[row] - skipped[before[row]] <= is->MAX_BESIDE;
            int right = after >= 0 && choice->kept[after] && skipped[after] - skipped[row] <= is->MAX_BESIDE;
            int beside_one = (left || right) && !doubtful[row];
            found[row] = (uint8_t)((left && right) || (beside_one && is_near(page, row, left ? before[row] : after)));
        }
        if (anchors[row])
            after = (int32_t)row;
    }
    for (Py_ssize_t row = 0; row < count; row++)
        choice->kept[row] |= found[row];
    return 0;
}

/* Keep the headings and sentences that stand in the kept text and do not look like anything else. */
static int
keep_in_text(struct choice *choice)
{
    const struct page *page = choice->page;
    const struct constants *is = choice->is;
    int64_t not_main = (int64_t)is->NOT_MAIN;
    struct beside beside = {take(&choice->arena, page->count, sizeof(int32_t)), 0, take(&choice->arena, page->count, 1),
                            take(&choice->arena, page->count, 1), take(&choice->arena, page->count, 1)};
    if (beside.rows == NULL || beside.plain == NULL || beside.headings == NULL || beside.old == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (page->shown[row])
            beside.rows[beside.count++] = (int32_t)row;
    for (Py_ssize_t row = 0; row < page->count; row++)
        beside.plain[row] = page->line_hints[row] == 0 && !(page->hints[row] & not_main);
    for (Py_ssize_t at = 0; at < beside.count; at++) { /* headings are asked for among these only */
        int32_t row = beside.rows[at];
        int64_t named = page->hints[row] & not_main;
        if (at + 1 < beside.count) /* a name does not speak against the heading of a part of that name that is kept */
            named &= ~page->hints[beside.rows[at + 1]];
        beside.headings[row] = page->line_hints[row] == 0 && !named && page->kinds[row] == (int)is->KIND_HEADING
            && page->density[row] < is->LINKED_HEADING;
    }
    if (keep_headings(choice, &beside) < 0)
        return -1;
    keep_sentences(choice, &beside);
    /* once more, for headings above what was kept since */
    return keep_subheads(choice, &beside) < 0 || keep_wholes(choice, &beside) < 0 || keep_headings(choice, &beside) < 0 ? -1 : 0;
}

static PyObject *
bytes_of(const void *data, Py_ssize_t count, size_t size)
{
    return PyBytes_FromStringAndSize(data, count * (Py_ssize_t)size);
}

/* The kept rows, those chosen before anything was kept for what is beside it, those of a first opinion or None, the
   probabilities, and the confidence. */
static PyObject *
choose(struct choice *choice, double favor, int drop_lists)
{
    const struct page *page = choice->page;
    Py_ssize_t count = page->count;
    if (decide(choice, favor) < 0)
        return NULL;
    double sure = confidence(choice);
    PyObject *chosen = bytes_of(choice->kept, count, 1), *kept = NULL, *first = NULL, *probabilities = NULL, *result = NULL;
    int failed = chosen == NULL || keep_lists_between(choice) < 0 || keep_tables(choice) < 0 || keep_in_text(choice) < 0
        || keep_set_pieces(choice) < 0;
    if (!failed && drop_lists) {
        uint8_t *listed = take(&choice->arena, count, 1);
        failed = listed == NULL || mark_lists(page, &choice->arena, listed) < 0;
        for (Py_ssize_t row = 0; row < count && !failed; row++)
            choice->kept[row] &= !listed[row];
    }
    if (!failed) {
        kept = bytes_of(choice->kept, count, 1);
        first = choice->has_first ? bytes_of(choice->first, count, 1) : Py_NewRef(Py_None);
        probabilities = bytes_of(choice->probabilities, count, sizeof(double));
    }
    if (kept != NULL && first != NULL && probabilities != NULL)
        result = Py_BuildValue("OOOOd", kept, chosen, first, probabilities, sure);
    Py_XDECREF(chosen);
    Py_XDECREF(kept);
    Py_XDECREF(first);
    Py_XDECREF(probabilities);
    return result;
}

PyObject *
choose_rows(const struct page *page, double favor, int hidden, int drop_lists, const double *shift)
{
    struct choice choice;
    memset(&choice, 0, sizeof(choice));
    choice.page = page;
    choice.is = &page->model->constants;
    choice.words = hidden ? page->words : page->shown_words;
    choice.log_odds = take(&choice.arena, page->count, sizeof(double));
    choice.probabilities = take(&choice.arena, page->count, sizeof(double));
    choice.kept = take(&choice.arena, page->count, 1);
    choice.first = take(&choice.arena, page->count, 1);
    PyObject *result = NULL;
    if (choice.log_odds != NULL && choice.probabilities != NULL && choice.kept != NULL && choice.first != NULL) {
        for (Py_ssize_t row = 0; row < page->count; row++)
            choice.log_odds[row] = page->log_odds[row] + (shift != NULL ? shift[row] : 0.0);
        result = choose(&choice, favor, drop_lists);
    }
    drop_arena(&choice.arena);
    return result;
}
