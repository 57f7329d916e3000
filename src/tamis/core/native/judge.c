/* Forest, network, and what corrects their log-odds, as in tamis.core.strategies.learned.forest, model, places and
   rule_adjustments.

   Every sum is taken in one order, whatever the width of the machine's registers, and nothing is fused: compiled with
   -ffp-contract=off, every processor gives the same numbers. */

#include <math.h>

#include "page.h"

/* ---- The forest ---- */

#define ROWS_AT_ONCE 128 /* so that the answers stay in the cache */

/* Sum the log-odds over the trees, for each row. */
int
forest_log_odds(const struct forest *forest, const float *matrix, Py_ssize_t rows, double *sums)
{
    uint8_t *answers = PyMem_Malloc((size_t)forest->questions * ROWS_AT_ONCE), places[ROWS_AT_ONCE];
    if (answers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t leaf_count = (Py_ssize_t)1 << forest->depth;
    for (Py_ssize_t from = 0; from < rows; from += ROWS_AT_ONCE) {
        Py_ssize_t count = rows - from < ROWS_AT_ONCE ? rows - from : ROWS_AT_ONCE;
        for (Py_ssize_t question = 0; question < forest->questions; question++) {
            const float *values = matrix + forest->features[question] * rows + from;
            uint8_t *into = answers + question * ROWS_AT_ONCE;
            float border = forest->borders[question];
            for (Py_ssize_t row = 0; row < count; row++)
                into[row] = values[row] > border;
        }
        for (Py_ssize_t tree = 0; tree < forest->trees; tree++) {
            const int32_t *levels = forest->levels + tree * forest->depth;
            const float *leaves = forest->leaves + tree * leaf_count;
            memcpy(places, answers + levels[0] * ROWS_AT_ONCE, (size_t)count);
            for (Py_ssize_t level = 1; level < forest->depth; level++) {
                const uint8_t *bits = answers + levels[level] * ROWS_AT_ONCE;
                for (Py_ssize_t row = 0; row < count; row++)
                    places[row] = (uint8_t)(places[row] + places[row] + bits[row]);
            }
            for (Py_ssize_t row = 0; row < count; row++)
                sums[from + row] += (double)leaves[places[row]];
        }
        for (Py_ssize_t row = 0; row < count; row++)
            sums[from + row] += forest->bias;
    }
    PyMem_Free(answers);
    return 0;
}

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

/* ---- The network ---- */

typedef float lanes __attribute__((vector_size(32), aligned(4)));

/* Add products of four lines of inputs with the weights of sixteen outputs, input by input. */
#define MULTIPLY(name, attributes) \
    attributes static void name(const float *lines, Py_ssize_t stride, Py_ssize_t inputs, const float *weights, \
                                Py_ssize_t width, float *sums) \
    { \
        for (Py_ssize_t column = 0; column < width; column += 16) { \
            lanes sum[8]; \
            for (int line = 0; line < 4; line++) { \
                memcpy(&sum[2 * line], sums + line * width + column, sizeof(lanes)); \
                memcpy(&sum[2 * line + 1], sums + line * width + column + 8, sizeof(lanes)); \
            } \
            const float *weight = weights + column; \
            for (Py_ssize_t input = 0; input < inputs; input++, weight += width) { \
                lanes low, high; \
                memcpy(&low, weight, sizeof(lanes)); \
                memcpy(&high, weight + 8, sizeof(lanes)); \
                for (int line = 0; line < 4; line++) { \
                    float value = lines[line * stride + input]; \
                    sum[2 * line] += value * low; \
                    sum[2 * line + 1] += value * high; \
                } \
            } \
            for (int line = 0; line < 4; line++) { \
                memcpy(sums + line * width + column, &sum[2 * line], sizeof(lanes)); \
                memcpy(sums + line * width + column + 8, &sum[2 * line + 1], sizeof(lanes)); \
            } \
        } \
    }

MULTIPLY(multiply, )
#if defined(__x86_64__) || defined(__i386__)
MULTIPLY(multiply_wide, __attribute__((target("avx2"))))
#endif

typedef void (*multiplier)(const float *, Py_ssize_t, Py_ssize_t, const float *, Py_ssize_t, float *);

static multiplier
best_multiplier(void)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2"))
        return multiply_wide;
#endif
    return multiply;
}

#define MOST_WIDTH 256

/* The state of the network: a line for each row, with lines of zeros before and after. */
struct state {
    float *lines;  /* of the first row */
    float *result; /* of the layer that is computed */
    Py_ssize_t width, count, padding;
};

static float *
padded(struct arena *arena, Py_ssize_t count, Py_ssize_t width, Py_ssize_t padding)
{
    float *lines = take(arena, (count + 2 * padding) * width, sizeof(float));
    return lines != NULL ? lines + padding * width : NULL;
}

/* Add the rectified sums of up to four rows to the state, or begin it. */
static void
rectify(struct state *state, Py_ssize_t row, const float *sums, const float *bias)
{
    for (Py_ssize_t at = row; at < row + 4 && at < state->count; at++, sums += state->width)
        for (Py_ssize_t unit = 0; unit < state->width; unit++) {
            float value = sums[unit] + bias[unit];
            state->result[at * state->width + unit] = state->lines[at * state->width + unit] + (value > 0.0f ? value : 0.0f);
        }
}

static void
advance(struct state *state)
{
    float *lines = state->lines;
    state->lines = state->result;
    state->result = lines;
}

/* The first layer: numbers, scaled, and codes, of which each value has weights of its own. */
static int
first_layer(const struct page *page, struct arena *arena, struct state *state, multiplier multiplied)
{
    const struct network *network = &page->model->network;
    const struct constants *is = &page->model->constants;
    Py_ssize_t rows = page->count, numbers = network->numbers;
    float *inputs = take(arena, (rows + 4) * numbers, sizeof(float)), sums[4 * MOST_WIDTH];
    float most = (float)is->MOST, unknown = (float)is->UNKNOWN;
    if (inputs == NULL)
        return -1;
    for (Py_ssize_t number = 0; number < numbers; number++) {
        const float *values = page->matrix + network->number_features[number] * rows;
        float middle = network->middle[number], scale = network->scale[number];
        for (Py_ssize_t row = 0; row < rows; row++) {
            float scaled = ((values[row] == unknown ? middle : values[row]) - middle) * scale;
            scaled = scaled > -most ? scaled : -most;
            inputs[row * numbers + number] = scaled < most ? scaled : most;
        }
    }
    for (Py_ssize_t row = 0; row < rows; row += 4) {
        memset(sums, 0, sizeof(float) * 4 * (size_t)state->width);
        multiplied(inputs + row * numbers, numbers, numbers, network->in, state->width, sums);
        for (Py_ssize_t at = row; at < row + 4 && at < rows; at++) {
            Py_ssize_t offset = numbers;
            for (Py_ssize_t code = 0; code < network->codes; code++) {
                float value = page->matrix[network->code_features[code] * rows + at];
                Py_ssize_t most_code = network->code_counts[code] - 1;
                Py_ssize_t chosen = value > 0.0f ? (value < (float)most_code ? (Py_ssize_t)value : most_code) : 0;
                const float *weights = network->in + (offset + chosen) * state->width;
                for (Py_ssize_t unit = 0; unit < state->width; unit++)
                    sums[(at - row) * state->width + unit] += weights[unit];
                offset += network->code_counts[code];
            }
        }
        rectify(state, row, sums, network->in_bias);
    }
    advance(state);
    return 0;
}

/* A layer that sees each row with those at a distance before and after it. */
static void
dilated_layer(struct state *state, const float *weights, const float *bias, Py_ssize_t distance, multiplier multiplied)
{
    float sums[4 * MOST_WIDTH];
    Py_ssize_t width = state->width;
    for (Py_ssize_t row = 0; row < state->count; row += 4) {
        memset(sums, 0, sizeof(float) * 4 * (size_t)width);
        for (int part = 0; part < 3; part++)
            multiplied(state->lines + (row + (part - 1) * distance) * width, width, width, weights + part * width * width,
                       width, sums);
        rectify(state, row, sums, bias);
    }
    advance(state);
}

/* The mean of the rows of each place and the mean of all rows, weighted by words, through their layer. */
static int
means_layer(const struct page *page, struct arena *arena, struct state *state, multiplier multiplied)
{
    const struct network *network = &page->model->network;
    Py_ssize_t width = state->width, places = page->place_count, rows = page->count;
    double most = page->model->constants.MOST_WORDS_OF_MEAN, total = 0.0;
    double *totals = take(arena, places, sizeof(double)), *weights = take(arena, rows, sizeof(double));
    float *means = take(arena, (places + 4) * width, sizeof(float)), *result = take(arena, (places + 4) * width, sizeof(float));
    float mean[4 * MOST_WIDTH], whole[4 * MOST_WIDTH], sums[4 * MOST_WIDTH];
    if (totals == NULL || weights == NULL || means == NULL || result == NULL)
        return -1;
    memset(mean, 0, sizeof(mean));
    memset(whole, 0, sizeof(whole));
    for (Py_ssize_t row = 0; row < rows; row++) {
        weights[row] = least_of(page->words[row], most) + (page->words[row] > 0.0);
        totals[page->places[row]] += weights[row];
        total += weights[row];
    }
    for (Py_ssize_t row = 0; row < rows; row++) {
        const float *line = state->lines + row * width;
        float share = (float)(weights[row] / most_of(totals[page->places[row]], 1e-6));
        float of_page = (float)(weights[row] / most_of(total, 1e-6));
        float *place = means + page->places[row] * width;
        for (Py_ssize_t unit = 0; unit < width; unit++) {
            place[unit] += line[unit] * share;
            mean[unit] += line[unit] * of_page;
        }
    }
    multiplied(mean, width, width, network->means + width * width, width, whole);
    for (Py_ssize_t place = 0; place < places; place += 4)
        multiplied(means + place * width, width, width, network->means, width, result + place * width);
    for (Py_ssize_t row = 0; row < rows; row++) {
        const float *place = result + page->places[row] * width;
        for (Py_ssize_t unit = 0; unit < width; unit++)
            sums[unit] = place[unit] + whole[unit];
        Py_ssize_t count = state->count;
        state->count = row + 1; /* this one only */
        rectify(state, row, sums, network->means_bias);
        state->count = count;
    }
    advance(state);
    return 0;
}

int
network_log_odds(const struct page *page, double *result)
{
    const struct network *network = &page->model->network;
    multiplier multiplied = best_multiplier();
    struct arena arena = {{NULL}, 0};
    Py_ssize_t padding = 4;
    for (int layer = 0; layer < DILATED; layer++)
        padding = network->distances[layer] + 4 > padding ? network->distances[layer] + 4 : padding;
    struct state state = {NULL, NULL, network->width, page->count, padding};
    state.lines = padded(&arena, page->count, state.width, padding);
    state.result = padded(&arena, page->count, state.width, padding);
    int failed = state.lines == NULL || state.result == NULL || first_layer(page, &arena, &state, multiplied) < 0;
    for (int layer = 0; layer < DILATED && !failed; layer++) {
        dilated_layer(&state, network->layers[layer], network->biases[layer], network->distances[layer], multiplied);
        if (layer == network->pooled_after)
            failed = means_layer(page, &arena, &state, multiplied) < 0;
    }
    for (Py_ssize_t row = 0; row < page->count && !failed; row++) {
        float sum = 0.0f;
        for (Py_ssize_t unit = 0; unit < state.width; unit++)
            sum += state.lines[row * state.width + unit] * network->out[unit];
        result[row] = (double)(sum + network->out_bias);
    }
    drop_arena(&arena);
    return failed ? -1 : 0;
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

/* Take the log-odds from rows that are comments below an article. */
static int
lose_comments(struct page *page, double *log_odds)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t count = page->count, opened = count, signed_from;
    int64_t comments = (int64_t)is->COMMENTS;
    double *losses = take(&page->arena, count, sizeof(double)), *above = take(&page->arena, count, sizeof(double));
    double *below = take(&page->arena, count, sizeof(double)), unnamed = 0.0, sum = 0.0, text = 0.0;
    if (losses == NULL || above == NULL || below == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++)
        unnamed += page->hints[row] & comments ? 0.0 : running_words(page, row);
    for (Py_ssize_t row = 0; row < count; row++) {
        if (unnamed >= is->MIN_WORDS && (page->hints[row] & comments))
            losses[row] = is->LOSS;
        double likely = log_odds[row] > 0.0 ? running_words(page, row) : 0.0;
        below[row] = losses[row] > 0.0 ? 0.0 : likely; /* the row's own words, until they are summed */
        sum += likely;
        above[row] = sum - likely;
        text += below[row];
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
    for (Py_ssize_t row = signed_from; row < count; row++)
        losses[row] = most_of(losses[row], is->LOSS_BY_SIGNATURE);
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
judge(struct page *page, int is_clean, int keep_lists)
{
    const struct model *model = page->model;
    const struct constants *is = &model->constants;
    double *network = take(&page->arena, page->count, sizeof(double)), forum = page->types[(int)is->TYPE_FORUM];
    if (network == NULL || forest_log_odds(&model->forest, page->matrix, page->count, page->log_odds) < 0
        || draw_to_places(page, page->log_odds, is->DRAWN_IN_FOREST) < 0 || network_log_odds(page, network) < 0)
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
    for (Py_ssize_t row = 0; row < page->count && is_clean; row++)
        page->log_odds[row] += is->ALL_TEXT;
    return 0;
}

/* Mark the rows that are part of a grid or a list. */
int
mark_lists(const struct page *page, struct arena *arena, uint8_t *listed)
{
    const struct constants *is = &page->model->constants;
    int64_t *parents = take(arena, page->nodes, sizeof(int64_t));
    struct groups groups;
    if (parents == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++)
        parents[node] = page->parents[node];
    if (group(arena, page->nodes, parents, page->forms, &groups) < 0)
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
