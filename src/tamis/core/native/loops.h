/* The loops of judge.c that are compiled twice: once for every processor, once for those with wider registers. `WIDE`
   gives a function its name. Both give the same numbers: there are more sums at a time, but none is in another order. */

/* ---- The forest ---- */

/* Sum the log-odds over the trees, for each row. Behind each line of the matrix are at least as many floats as fill the
   lanes: those of the next line, or spare ones. */
static int
WIDE(forest_log_odds)(const struct forest *forest, const float *matrix, Py_ssize_t rows, double *sums)
{
    uint8_t *answers = PyMem_Malloc((size_t)forest->questions * ROWS_AT_ONCE), places[ROWS_AT_ONCE];
    if (answers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t leaf_count = (Py_ssize_t)1 << forest->depth;
    for (Py_ssize_t from = 0; from < rows; from += ROWS_AT_ONCE) {
        Py_ssize_t count = rows - from < ROWS_AT_ONCE ? rows - from : ROWS_AT_ONCE;
        Py_ssize_t filled = (count + SPARE - 1) / SPARE * SPARE;
        for (Py_ssize_t question = 0; question < forest->questions; question++) {
            const float *values = matrix + forest->features[question] * rows + from;
            uint8_t *into = answers + question * ROWS_AT_ONCE;
            float border = forest->borders[question];
            for (Py_ssize_t row = 0; row < filled; row++)
                into[row] = values[row] > border;
        }
        for (Py_ssize_t tree = 0; tree < forest->trees; tree++) {
            const int32_t *levels = forest->levels + tree * forest->depth;
            const float *leaves = forest->leaves + tree * leaf_count;
            memcpy(places, answers + levels[0] * ROWS_AT_ONCE, (size_t)filled);
            for (Py_ssize_t level = 1; level < forest->depth; level++) {
                const uint8_t *bits = answers + levels[level] * ROWS_AT_ONCE;
                for (Py_ssize_t row = 0; row < filled; row++)
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

/* ---- The network ---- */

/* Add products of four lines of inputs with the weights of sixteen outputs, input by input. Lanes are read and written
   by their pointer: `memcpy` of them goes through the stack in halves, which takes three times as long. */
static void
WIDE(multiply)(const float *lines, Py_ssize_t stride, Py_ssize_t inputs, const float *weights, Py_ssize_t width, float *sums)
{
    const float *second = lines + stride, *third = second + stride, *fourth = third + stride;
    for (Py_ssize_t column = 0; column < width; column += 16) {
        lanes *sum[4] = {(lanes *)(sums + column), (lanes *)(sums + width + column), (lanes *)(sums + 2 * width + column),
                         (lanes *)(sums + 3 * width + column)};
        lanes low1 = sum[0][0], low2 = sum[1][0], low3 = sum[2][0], low4 = sum[3][0];
        lanes high1 = sum[0][1], high2 = sum[1][1], high3 = sum[2][1], high4 = sum[3][1];
        const float *weight = weights + column;
        for (Py_ssize_t input = 0; input < inputs; input++, weight += width) {
            lanes low = *(const lanes *)weight, high = *(const lanes *)(weight + 8);
            low1 += lines[input] * low;
            high1 += lines[input] * high;
            low2 += second[input] * low;
            high2 += second[input] * high;
            low3 += third[input] * low;
            high3 += third[input] * high;
            low4 += fourth[input] * low;
            high4 += fourth[input] * high;
        }
        sum[0][0] = low1, sum[1][0] = low2, sum[2][0] = low3, sum[3][0] = low4;
        sum[0][1] = high1, sum[1][1] = high2, sum[2][1] = high3, sum[3][1] = high4;
    }
}

/* Add the rectified sums of up to four rows to lines of the state. */
static void
WIDE(rectify)(const float *lines, float *into, Py_ssize_t rows, Py_ssize_t width, const float *sums, const float *bias)
{
    for (Py_ssize_t row = 0; row < rows; row++, lines += width, into += width, sums += width)
        for (Py_ssize_t unit = 0; unit < width; unit++) {
            float value = sums[unit] + bias[unit];
            into[unit] = lines[unit] + (value > 0.0f ? value : 0.0f);
        }
}

/* The numbers of up to `ROWS_AT_ONCE` rows from `first` on, scaled: a line for each row, with lines of zeros behind. */
static void
WIDE(scale)(const struct page *page, Py_ssize_t first, float *inputs)
{
    const struct network *network = &page->model->network;
    const struct constants *is = &page->model->constants;
    Py_ssize_t rows = page->count, numbers = network->numbers;
    Py_ssize_t count = rows - first < ROWS_AT_ONCE ? rows - first : ROWS_AT_ONCE;
    float most = (float)is->MOST, unknown = (float)is->UNKNOWN;
    for (Py_ssize_t number = 0; number < numbers; number++) {
        const float *values = page->matrix + network->number_features[number] * rows + first;
        float middle = network->middle[number], scale = network->scale[number];
        for (Py_ssize_t row = 0; row < count; row++) {
            float scaled = ((values[row] == unknown ? middle : values[row]) - middle) * scale;
            scaled = scaled > -most ? scaled : -most;
            inputs[row * numbers + number] = scaled < most ? scaled : most;
        }
    }
    memset(inputs + count * numbers, 0, 4 * (size_t)numbers * sizeof(float));
}

/* The first layer: numbers, scaled, and codes, of which each value has weights of its own. */
static int
WIDE(first_layer)(const struct page *page, struct arena *arena, struct state *state)
{
    const struct network *network = &page->model->network;
    Py_ssize_t rows = page->count, numbers = network->numbers;
    float *inputs = take_any(arena, (ROWS_AT_ONCE + 4) * numbers, sizeof(float)), sums[4 * MOST_WIDTH];
    if (inputs == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < rows; row += 4) {
        if (row % ROWS_AT_ONCE == 0)
            WIDE(scale)(page, row, inputs);
        memset(sums, 0, sizeof(float) * 4 * (size_t)state->width);
        WIDE(multiply)(inputs + row % ROWS_AT_ONCE * numbers, numbers, numbers, network->in, state->width, sums);
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
        float *lines = state->lines + row * state->width;
        WIDE(rectify)(lines, lines, rows - row < 4 ? rows - row : 4, state->width, sums, network->in_bias);
    }
    return 0;
}

/* A layer that sees each row with those at a distance before and after it. */
static void
WIDE(dilated_layer)(struct state *state, const float *weights, const float *bias, Py_ssize_t distance)
{
    float sums[4 * MOST_WIDTH];
    Py_ssize_t width = state->width, done = 0;
    for (Py_ssize_t row = 0; row < state->count; row += 4) {
        memset(sums, 0, sizeof(float) * 4 * (size_t)width);
        for (int part = 0; part < 3; part++)
            WIDE(multiply)(state->lines + (row + (part - 1) * distance) * width, width, width, weights + part * width * width,
                       width, sums);
        Py_ssize_t rows = state->count - row < 4 ? state->count - row : 4;
        WIDE(rectify)(state->lines + row * width, state->waiting + row % state->room * width, rows, width, sums, bias);
        Py_ssize_t end = row + 4 < state->count ? row + 4 - distance : state->count; /* no row looks back further */
        for (; done < end; done++)
            memcpy(state->lines + done * width, state->waiting + done % state->room * width, (size_t)width * sizeof(float));
    }
}

/* The mean of the rows of each place and the mean of all rows, weighted by words, through their layer. */
static int
WIDE(means_layer)(const struct page *page, struct arena *arena, struct state *state)
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
    WIDE(multiply)(mean, width, width, network->means + width * width, width, whole);
    for (Py_ssize_t place = 0; place < places; place += 4)
        WIDE(multiply)(means + place * width, width, width, network->means, width, result + place * width);
    for (Py_ssize_t row = 0; row < rows; row++) {
        const float *place = result + page->places[row] * width;
        for (Py_ssize_t unit = 0; unit < width; unit++)
            sums[unit] = place[unit] + whole[unit];
        float *line = state->lines + row * width;
        WIDE(rectify)(line, line, 1, width, sums, network->means_bias);
    }
    return 0;
}

static int
WIDE(network_log_odds)(struct page *page, double *result, int keep_features)
{
    const struct network *network = &page->model->network;
    struct arena arena = {{NULL}, 0};
    Py_ssize_t padding = 4;
    for (int layer = 0; layer < DILATED; layer++)
        padding = network->distances[layer] + 4 > padding ? network->distances[layer] + 4 : padding;
    struct state state = {NULL, NULL, network->width, page->count, (padding + 7) / 4 * 4};
    state.lines = padded(&arena, page->count, state.width, padding);
    state.waiting = take_any(&arena, state.room * state.width, sizeof(float));
    int failed = state.lines == NULL || state.waiting == NULL || WIDE(first_layer)(page, &arena, &state) < 0;
    if (!keep_features) { /* they are not read again */
        drop_block(&page->arena, page->matrix);
        page->matrix = NULL;
    }
    for (int layer = 0; layer < DILATED && !failed; layer++) {
        WIDE(dilated_layer)(&state, network->layers[layer], network->biases[layer], network->distances[layer]);
        if (layer == network->pooled_after)
            failed = WIDE(means_layer)(page, &arena, &state) < 0;
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
