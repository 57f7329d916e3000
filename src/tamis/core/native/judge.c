/* Forest, network, and what corrects their log-odds, as in tamis.core.strategies.learned.forest, model, places and
   rule_adjustments.

   Every sum is taken in one order, whatever the width of the machine's registers, and nothing is fused: compiled with
   -ffp-contract=off, every processor gives the same numbers. */

#include <math.h>

#include "page.h"

#define ROWS_AT_ONCE 128 /* so that the answers stay in the cache */
#define MOST_WIDTH 256

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));

/* The state of the network: a line for each row, with lines of zeros before and after. A layer that looks back keeps
   its last results in `waiting` until no row needs the old lines. */
struct state {
    float *lines; /* of the first row */
    float *waiting;
    Py_ssize_t width, count, room; /* `room` is the number of lines that can wait */
};

static float *
padded(struct arena *arena, Py_ssize_t count, Py_ssize_t width, Py_ssize_t padding)
{
    float *lines = take(arena, (count + 2 * padding) * width, sizeof(float));
    return lines != NULL ? lines + padding * width : NULL;
}

#define WIDE(name) name##_everywhere
#include "loops.h"
#undef WIDE
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define HAS_WIDE
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define WIDE(name) name##_wide
#include "loops.h"
#undef WIDE
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

int
forest_log_odds(const struct forest *forest, const float *matrix, Py_ssize_t rows, double *sums)
{
#ifdef HAS_WIDE
    if (__builtin_cpu_supports("avx2"))
        return forest_log_odds_wide(forest, matrix, rows, sums);
#endif
    return forest_log_odds_everywhere(forest, matrix, rows, sums);
}

int
network_log_odds(struct page *page, double *result, int keep_features)
{
#ifdef HAS_WIDE
    if (__builtin_cpu_supports("avx2"))
        return network_log_odds_wide(page, result, keep_features);
#endif
    return network_log_odds_everywhere(page, result, keep_features);
}

/* ---- The type of the page ---- */

static void
as_shares(const double *log_odds, double *shares)
{
    double most = log_odds[0], sum = 0.0;
    for (int type = 1; type < TYPES; type++)
        most = most_of(most, log_odds[type]);
    for (int type = 0; type < TYPES; type++)
        sum += shares[type] = exp(log_odds[type] - most);
    for (int type = 0; type < TYPES; type++)
        shares[type] /= sum;
}

/* The probability of each type of page. */
int
type_probabilities(const struct model *model, const double *numbers, double *types)
{
    const struct forest *forest = &model->types;
    double sums[TYPES] = {0.0};
    for (Py_ssize_t tree = 0; tree < forest->trees; tree++) {
        Py_ssize_t leaf = 0;
        for (Py_ssize_t level = 0; level < forest->depth; level++) {
            Py_ssize_t question = tree * forest->depth + level;
            leaf |= (Py_ssize_t)((float)numbers[forest->feature_of_level[question]] > forest->border_of_level[question])
                << level;
        }
        const float *values = forest->leaves + ((tree << forest->depth) + leaf) * TYPES;
        for (int type = 0; type < TYPES; type++)
            sums[type] += (double)values[type];
    }
    int forum = (int)model->constants.TYPE_FORUM;
    if (numbers[PAGE_NUMBERS - 1] != 0.0) {
        double raised[TYPES];
        memcpy(raised, sums, sizeof(raised));
        raised[forum] += model->constants.FORUM_SIGNS;
        as_shares(raised, types);
        if (types[forum] >= model->constants.MIN_FORUM)
            return 0;
    }
    as_shares(sums, types);
    return 0;
}

/* ---- What the model cannot see ---- */

/* Draw the log-odds of each row towards the mean of its place, if there are enough rows. */
static int
draw_to_places(struct page *page, double *log_odds, double share)
{
    const struct constants *is = &page->model->constants;
    double *sums = take(&page->arena, page->place_count, sizeof(double));
    double *totals = take(&page->arena, page->place_count, sizeof(double));
    int32_t *sizes = take(&page->arena, page->place_count, sizeof(int32_t));
    if (sums == NULL || totals == NULL || sizes == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double weight = least_of(page->words[row], is->MOST_WORDS_OF_PLACE) + 1.0;
        sums[page->places[row]] += weight * log_odds[row];
        totals[page->places[row]] += weight;
        sizes[page->places[row]]++;
    }
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int32_t place = page->places[row];
        if (sizes[place] >= (int)is->MIN_ALIKE_ROWS)
            log_odds[row] = (1.0 - share) * log_odds[row] + share * (sums[place] / totals[place]);
    }
    return 0;
}

static inline double
running_words(const struct page *page, Py_ssize_t row)
{
    return page->prose[row] > 0.0 ? page->words[row] : 0.0;
}

/* The first signature below running text whose form repeats, or the number of rows. */
static int
first_signature(struct page *page, const double *above, const double *below_it, double text, Py_ssize_t *first)
{
    const struct constants *is = &page->model->constants;
    int32_t *times = take(&page->arena, page->signature_form_count, sizeof(int32_t));
    uint8_t *seen = take(&page->arena, page->signature_form_count, 1);
    if (times == NULL || seen == NULL)
        return -1;
    *first = page->count;
    for (Py_ssize_t at = 0; at < page->signatures; at++)
        times[page->signature_forms[at]]++;
    for (Py_ssize_t at = 0; at < page->signatures; at++) {
        Py_ssize_t row = page->signature_rows[at];
        int32_t form = page->signature_forms[at];
        if (above[row] < is->MIN_WORDS || seen[form])
            continue;
        seen[form] = 1;
        int ends = above[row] >= is->ENOUGH || below_it[row] <= is->MOST_OF_PAGE * text;
        if (ends && times[form] > 1 && row < *first)
            *first = row;
    }
    return 0;
}

/* Take the log-odds from dated lines and all below them, but not in the element that holds most of the text above. */
static int
lose_signed(struct page *page, const double *text, Py_ssize_t signed_from, double *losses)
{
    const struct constants *is = &page->model->constants;
    double *above = take(&page->arena, page->nodes, sizeof(double)), sum = 0.0;
    if (above == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < signed_from; row++) {
        above[page->parents[page->node_of[row]]] += text[row];
        sum += text[row];
    }
    for (Py_ssize_t row = signed_from; row < page->count; row++) {
        double here = above[page->parents[page->node_of[row]]];
        if (here <= 0.0 || here < is->MOST_OF_PAGE * sum)
            losses[row] = most_of(losses[row], is->LOSS_BY_SIGNATURE);
    }
    return 0;
}

/* Take the log-odds from rows that are comments below an article. */
static int
lose_comments(struct page *page, double *log_odds)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t count = page->count, opened = count, signed_from;
    int64_t comments = (int64_t)is->COMMENTS;
    double *losses = take(&page->arena, count, sizeof(double)), *above = take(&page->arena, count, sizeof(double));
    double *below = take(&page->arena, count, sizeof(double)), *own = take(&page->arena, count, sizeof(double));
    double unnamed = 0.0, sum = 0.0, text = 0.0;
    if (losses == NULL || above == NULL || below == NULL || own == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++)
        unnamed += page->hints[row] & comments ? 0.0 : running_words(page, row);
    for (Py_ssize_t row = 0; row < count; row++) {
        if (unnamed >= is->MIN_WORDS && (page->hints[row] & comments))
            losses[row] = is->LOSS;
        double likely = log_odds[row] > 0.0 ? running_words(page, row) : 0.0;
        own[row] = losses[row] > 0.0 ? 0.0 : likely;
        below[row] = own[row]; /* until they are summed */
        sum += likely;
        above[row] = sum - likely;
        text += own[row];
    }
    for (Py_ssize_t row = count - 1; row > 0; row--)
        below[row - 1] += below[row];
    /* as numpy sums from the end: the last row first */
    for (Py_ssize_t row = 0; row < count && opened == count; row++)
        if ((page->line_hints[row] & comments) && above[row] >= is->MIN_WORDS)
            opened = row;
    for (Py_ssize_t row = opened; row < count; row++)
        losses[row] = is->LOSS;
    if (first_signature(page, above, below, text, &signed_from) < 0)
        return -1;
    if (lose_signed(page, own, signed_from, losses) < 0)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++)
        log_odds[row] -= page->alike_first[row] ? 0.0 : losses[row];
    return 0;
}

/* Draw running text towards the sure blocks at its place. */
static int
draw_together(struct page *page, double *log_odds)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t places = page->place_count;
    double *sizes = take(&page->arena, places, sizeof(double)), *sure = take(&page->arena, places, sizeof(double));
    double *doubtful = take(&page->arena, places, sizeof(double)), *weights = take(&page->arena, places, sizeof(double));
    double *sums = take(&page->arena, places, sizeof(double));
    if (sizes == NULL || sure == NULL || doubtful == NULL || weights == NULL || sums == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double running = running_words(page, row);
        int32_t place = page->places[row];
        if (running <= 0.0)
            continue;
        if (log_odds[row] > is->SURE_LOG_ODDS) {
            double weight = least_of(running, is->MOST_WORDS_OF_PLACE) + 1.0;
            sizes[place] += 1.0;
            sure[place] += running;
            weights[place] += weight;
            sums[place] += weight * log_odds[row];
        } else
            doubtful[place] += running;
    }
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int32_t place = page->places[row];
        if (running_words(page, row) <= 0.0 || log_odds[row] > is->SURE_LOG_ODDS || sizes[place] < is->MIN_SURE
            || sure[place] < is->MIN_SURE_WORDS || doubtful[place] < is->MIN_DOUBTFUL_WORDS)
            continue;
        log_odds[row] += is->DRAWN * (sums[place] / (weights[place] > 0.0 ? weights[place] : 1.0) - log_odds[row]);
    }
    return 0;
}

/* Compute the log-odds that each row is wanted. */
int
judge(struct page *page, int is_clean, int keep_lists, int keep_features)
{
    const struct model *model = page->model;
    const struct constants *is = &model->constants;
    size_t held = page->arena.count;
    double *network = take(&page->arena, page->count, sizeof(double)), forum = page->types[(int)is->TYPE_FORUM];
    if (network == NULL || forest_log_odds(&model->forest, page->matrix, page->count, page->log_odds) < 0
        || draw_to_places(page, page->log_odds, is->DRAWN_IN_FOREST) < 0 || network_log_odds(page, network, keep_features) < 0)
        return -1;
    double share = is->NETWORK + (is->NETWORK_ON_THREADS - is->NETWORK) * forum;
    for (Py_ssize_t row = 0; row < page->count; row++)
        page->log_odds[row] = (1.0 - share) * page->log_odds[row] + share * network[row];
    if (forum >= is->MIN_FORUM) {
        double certainty = (forum - is->MIN_FORUM) / (1.0 - is->MIN_FORUM);
        for (Py_ssize_t row = 0; row < page->count; row++)
            if (page->hints[row] & (int64_t)is->COMMENTS)
                page->log_odds[row] += certainty * is->COMMENTS_GAIN;
        if (draw_to_places(page, page->log_odds, is->SHARED) < 0)
            return -1;
    }
    if (page->types[(int)is->TYPE_ARTICLE] >= is->MIN_ARTICLE
        && (lose_comments(page, page->log_odds) < 0 || draw_together(page, page->log_odds) < 0))
        return -1;
    if (keep_lists) {
        uint8_t *listed = take(&page->arena, page->count, 1);
        if (listed == NULL || mark_lists(page, &page->arena, listed) < 0)
            return -1;
        for (Py_ssize_t row = 0; row < page->count; row++)
            page->log_odds[row] += is->LISTS_BONUS * listed[row];
    }
    drop_since(&page->arena, held);
    for (Py_ssize_t row = 0; row < page->count && is_clean; row++)
        page->log_odds[row] += is->ALL_TEXT;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (!(fabs(page->log_odds[row]) <= 1e300)) { /* what has no order must not be sorted */
            PyErr_SetString(PyExc_ValueError, "the weights of the model are too large for this page");
            return -1;
        }
    return 0;
}

/* Mark the rows that are part of a grid or a list. */
int
mark_lists(const struct page *page, struct arena *arena, uint8_t *listed)
{
    const struct constants *is = &page->model->constants;
    struct groups groups;
    if (group_siblings(page, arena, &groups) < 0)
        return -1;
    double *sizes = take(arena, groups.count, sizeof(double)), *linked = take(arena, groups.count, sizeof(double));
    double *words = take(arena, groups.count, sizeof(double));
    if (sizes == NULL || linked == NULL || words == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++) {
        sizes[groups.of[node]] += 1.0;
        linked[groups.of[node]] += page->node_links[node] > 0.0;
        words[groups.of[node]] += page->node_words[node];
    }
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int32_t node = page->node_of[row];
        int is_listed = 0;
        for (int level = 0; level < (int)is->LIST_LEVELS; level++, node = page->parents[node]) {
            int32_t of = groups.of[node];
            is_listed |= page->node_links[node] > 0.0 && sizes[of] >= is->LEAST_PARTS
                && linked[of] / sizes[of] > is->LINKED_PARTS && words[of] / sizes[of] <= is->LONGEST_PARTS;
        }
        is_listed |= (page->hints[row] & (int64_t)is->LISTED) != 0;
        listed[row] = (uint8_t)(is_listed && !(page->hints[row] & (int64_t)is->NO_LISTS));
    }
    return 0;
}
