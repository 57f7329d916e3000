/* The features of every row, as tamis.core.strategies.learned.features and page_type compute them. */

#include <math.h>

#include "page.h"

static inline float *
line(const struct page *page, int feature)
{
    return page->matrix + (Py_ssize_t)feature * page->count;
}

static void
fill_line(const struct page *page, int feature, double value)
{
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++)
        into[row] = (float)value;
}

/* For each row, the number of nodes around it with a tag; with any tag if it is negative. */
static int
count_around(struct page *page, int feature, int tag)
{
    size_t held = page->arena.count;
    int32_t *change = take(&page->arena, page->count, sizeof(int32_t));
    if (change == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++)
        if (tag < 0 || page->tags[node] == tag) {
            change[page->first[node]]++;
            change[page->last[node]]--;
        }
    int32_t around = 0;
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++)
        into[row] = (float)(around += change[row]);
    drop_since(&page->arena, held);
    return 0;
}

/* For each row, the sum of the values of the nodes around it. */
static int
sum_around(struct page *page, int feature, int only_negative)
{
    size_t held = page->arena.count;
    double *opened = take(&page->arena, page->count, sizeof(double));
    double *closed = take(&page->arena, page->count, sizeof(double));
    if (opened == NULL || closed == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++) {
        double value = page->node_scores[node];
        if (only_negative && value > 0.0)
            value = 0.0;
        opened[page->first[node]] += value;
        closed[page->last[node]] += value;
    }
    double around = 0.0;
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++) {
        around += opened[row] - closed[row];
        into[row] = (float)around;
    }
    drop_since(&page->arena, held);
    return 0;
}

/* For each row, the steps from a node up to the first element that holds the row too. */
static int
steps_up(struct page *page, int feature, Py_ssize_t node)
{
    size_t held = page->arena.count;
    int32_t *change = take(&page->arena, page->count, sizeof(int32_t));
    if (change == NULL)
        return -1;
    int32_t length = 0, shared = 0;
    for (;; node = page->parents[node]) {
        length++;
        change[page->first[node]]++;
        change[page->last[node]]--;
        if (node == 0)
            break;
    }
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++) {
        shared += change[row];
        into[row] = (float)(length - shared);
    }
    drop_since(&page->arena, held);
    return 0;
}

/* For each row, how many rows it is before or after a node; 0 inside. */
static void
rows_outside(struct page *page, int feature, Py_ssize_t node)
{
    double far = page->model->constants.FAR_BLOCKS;
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double before = (double)(row - page->first[node]), after = (double)(row - page->last[node] + 1);
        into[row] = (float)within(least_of(before, 0.0) + most_of(after, 0.0), -far, far);
    }
}

/* For each row, the distance in words from another, as a logarithm with a sign. */
static void
words_from(struct page *page, int feature, Py_ssize_t from)
{
    double far = page->model->constants.FAR_WORDS;
    float *into = line(page, feature);
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double words = page->words_before[row] - page->words_before[from];
        into[row] = (float)within(copysign(log1p(fabs(words)), words), -far, far);
    }
}

static void
text_features(struct page *page, const int32_t *times)
{
    for (Py_ssize_t row = 0; row < page->count; row++) {
        line(page, F_WORDS)[row] = (float)log1p(page->words[row]);
        line(page, F_DENSITY)[row] = (float)page->density[row];
        line(page, F_ENDS)[row] = (float)page->ends[row];
        line(page, F_WORD_LENGTH)[row] = (float)(page->characters[row] / page->words[row]);
        line(page, F_KIND)[row] = (float)page->kinds[row];
        line(page, F_HIDDEN)[row] = (float)page->hidden[row];
        line(page, F_SAME)[row] = (float)times[page->texts[row]];
    }
}

static int
same_texts(struct page *page)
{
    int32_t *times = take(&page->arena, page->text_count, sizeof(int32_t));
    if (times == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++)
        line(page, F_SAME_BEFORE)[row] = (float)times[page->texts[row]]++;
    text_features(page, times);
    return 0;
}

/* What was seen since the first running text: lines and parts that end an article, and breaks in the text. */
static int
since_start(struct page *page)
{
    const struct model *model = page->model;
    const struct constants *is = &model->constants;
    Py_ssize_t start = page->start, count = page->count;
    double *dates = take(&page->arena, count + 1, sizeof(double));
    if (dates == NULL)
        return -1;
    for (int sign = 0; sign < END_LINES + END_PARTS; sign++) {
        int64_t bit = sign < END_LINES ? model->end_lines[sign] : model->end_parts[sign - END_LINES];
        const int64_t *hints = sign < END_LINES ? page->line_hints : page->hints;
        Py_ssize_t last = -1000000;
        float *into = line(page, F_SINCE_COMMENTS + sign);
        for (Py_ssize_t row = 0; row < count; row++) {
            if (row > start && (hints[row] & bit))
                last = row;
            into[row] = (float)least_of((double)(row - last), is->FAR);
        }
    }
    for (Py_ssize_t row = 0; row < count; row++)
        dates[row + 1] = dates[row] + (row > start && (page->line_hints[row] & (int64_t)is->DATE) ? 1.0 : 0.0);
    Py_ssize_t near = (Py_ssize_t)is->NEAR_DATES;
    int32_t own = page->node_of[start], outer = page->parents[own];
    Py_ssize_t last = start;
    double widest = 0.0;
    for (Py_ssize_t row = 0; row < count; row++) {
        Py_ssize_t low = row - near > 0 ? row - near : 0, high = row + near + 1 < count ? row + near + 1 : count;
        line(page, F_DATES_BEFORE)[row] = (float)least_of(dates[row], is->MOST_DATES);
        line(page, F_DATES_NEAR)[row] = (float)(dates[high] - dates[low]);
        int32_t node = page->node_of[row], around = page->parents[node];
        double form = (double)(page->forms[node] == page->forms[own]) + 2.0 * (page->forms[around] == page->forms[outer]);
        line(page, F_FORM_AS_FIRST)[row] = (float)form;
        page->alike_first[row] = form == 3.0;
        line(page, F_PARENT_AS_FIRST)[row] = around == outer ? 1.0f : 0.0f;
        int running = page->prose[row] > 0.0;
        double gap = row > start ? page->words_before[row] - page->words_before[last + 1] : 0.0;
        widest = most_of(widest, running ? gap : 0.0);
        line(page, F_GAP)[row] = (float)log1p(most_of(gap, 0.0));
        line(page, F_WIDEST_GAP)[row] = (float)log1p(widest);
        line(page, F_MENUS_SINCE)[row]
            = (float)within(page->menus_before[row] - page->menus_before[start], -is->MOST_MENUS, is->MOST_MENUS);
        if (running && row >= start)
            last = row;
    }
    return steps_up(page, F_FIRST_UP, own);
}

/* The deepest of the nodes with more than a share of the running text; of equals the first. */
static int
deepest(struct page *page, double share, Py_ssize_t *node)
{
    int32_t *depths = take(&page->arena, page->nodes, sizeof(int32_t));
    if (depths == NULL)
        return -1;
    *node = 0;
    for (Py_ssize_t at = 1; at < page->nodes; at++)
        if (page->node_prose[at] > share * page->all_prose) {
            depths[at] = depths[page->parents[at]] + 1;
            if (depths[at] > depths[*node])
                *node = at;
        }
    return 0;
}

static int
container_features(struct page *page)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t container, frame, best = 0;
    double *own = take(&page->arena, page->nodes, sizeof(double)), *score = take(&page->arena, page->nodes, sizeof(double));
    if (own == NULL || score == NULL || deepest(page, is->CONTAINER, &container) < 0 || deepest(page, is->FRAME, &frame) < 0)
        return -1;
    for (Py_ssize_t row = 0; row < page->count; row++) {
        int32_t outer = page->parents[page->node_of[row]];
        own[outer] += page->prose[row];
        score[page->parents[outer]] += page->prose[row];
    }
    for (Py_ssize_t node = 0; node < page->nodes; node++) {
        score[node] = own[node] + 0.5 * score[node];
        if (score[node] > score[best])
            best = node;
    }
    fill_line(page, F_CONTAINER_SHARE, page->node_prose[container] / page->all_words);
    fill_line(page, F_PARENT_SHARE, score[best] / page->all_prose);
    for (Py_ssize_t row = 0; row < page->count; row++) {
        double outer = score[page->parents[page->node_of[row]]];
        line(page, F_PARENT_SCORE)[row] = (float)log1p(outer);
        line(page, F_PARENT_RANK)[row] = (float)(outer / most_of(1.0, score[best]));
    }
    rows_outside(page, F_CONTAINER_FROM, container);
    rows_outside(page, F_PARENT_FROM, best);
    return steps_up(page, F_CONTAINER_UP, container) < 0 || steps_up(page, F_FRAME_UP, frame) < 0
            || steps_up(page, F_PARENT_UP, best) < 0
        ? -1
        : 0;
}

static int
place_features(struct page *page)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t anchor = page->title, count = page->count;
    for (Py_ssize_t row = 0; anchor < 0 && row < count; row++)
        if (page->tags[page->node_of[row]] == (int)is->TAG_H1) {
            anchor = row;
            break;
        }
    page->start = 0;
    double longest = 0.0, long_rows = 0.0;
    int begun = 0;
    for (Py_ssize_t row = 0; row < count; row++) {
        line(page, F_POSITION)[row] = (float)(page->words_before[row] / page->all_words);
        line(page, F_PROSE_BEFORE)[row] = (float)(page->prose_before[row] / page->all_prose);
        if (anchor >= 0)
            line(page, F_FROM_TITLE)[row] = (float)within((double)(row - anchor), -is->FAR_BLOCKS, is->FAR_BLOCKS);
        longest = most_of(longest, page->prose[row]);
        if (page->prose[row] < is->PROSE)
            continue;
        long_rows += 1.0;
        if (!begun && row > anchor) {
            page->start = row;
            begun = 1;
        }
    }
    if (anchor >= 0) {
        words_from(page, F_WORDS_FROM_TITLE, anchor);
        if (steps_up(page, F_TITLE_UP, page->node_of[anchor]) < 0)
            return -1;
    } else {
        fill_line(page, F_FROM_TITLE, is->UNKNOWN);
        fill_line(page, F_WORDS_FROM_TITLE, is->UNKNOWN);
        fill_line(page, F_TITLE_UP, is->UNKNOWN);
    }
    words_from(page, F_WORDS_FROM_PROSE, page->start);
    fill_line(page, F_PAGE_WORDS, log1p(page->all_words));
    fill_line(page, F_PAGE_PROSE, page->all_prose / page->all_words);
    fill_line(page, F_PAGE_DENSITY, page->links_before[count] / page->all_words);
    fill_line(page, F_PAGE_BLOCKS, log1p((double)count));
    fill_line(page, F_PAGE_LONG_BLOCKS, long_rows);
    fill_line(page, F_PAGE_LONGEST, log1p(longest));
    const double tags[] = {is->TAG_ARTICLE, is->TAG_P, is->TAG_LI, is->TAG_FORM, is->TAG_BUTTON};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(tags); at++) {
        double times = 0.0;
        for (Py_ssize_t node = 0; node < page->nodes; node++)
            times += page->tags[node] == (int)tags[at];
        fill_line(page, F_PAGE_ARTICLE + (int)at, times);
    }
    return count_around(page, F_DEPTH, -1) < 0 || since_start(page) < 0 ? -1 : container_features(page);
}

/* Sums over groups of nodes that are side by side and have one form. */
struct siblings {
    int32_t *of;
    double *sizes, *words, *prose, *links;
};

static int
find_siblings(const struct page *page, struct arena *arena, struct siblings *siblings)
{
    struct groups groups;
    if (group_siblings(page, arena, &groups) < 0)
        return -1;
    siblings->of = groups.of;
    double **sums[] = {&siblings->sizes, &siblings->words, &siblings->prose, &siblings->links};
    for (size_t at = 0; at < Py_ARRAY_LENGTH(sums); at++)
        if ((*sums[at] = take(arena, groups.count, sizeof(double))) == NULL)
            return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++) {
        int32_t of = groups.of[node];
        siblings->sizes[of] += 1.0;
        siblings->words[of] += page->node_words[node];
        siblings->prose[of] += page->node_prose[node];
        siblings->links[of] += page->node_links[node];
    }
    return 0;
}

/* For each node, the nearest one from it outward that is a part, or the root; at most so many steps away. */
static int
find_nearest(struct page *page, const struct siblings *siblings, double least, double words, int32_t *nearest)
{
    size_t held = page->arena.count;
    int32_t *steps = take(&page->arena, page->nodes, sizeof(int32_t)), most = (int32_t)page->model->constants.NEAREST;
    if (steps == NULL)
        return -1;
    for (Py_ssize_t node = 0; node < page->nodes; node++) {
        int32_t of = siblings->of[node], parent = page->parents[node];
        int is_part = siblings->sizes[of] >= least && siblings->words[of] / siblings->sizes[of] >= words;
        if (is_part || node == 0) {
            nearest[node] = (int32_t)node;
            continue;
        }
        nearest[node] = nearest[parent];
        steps[node] = steps[parent] + 1;
    }
    for (Py_ssize_t node = 0; node < page->nodes; node++)
        if (steps[node] > most) { /* hardly any page is so deep */
            int32_t outer = (int32_t)node;
            for (int32_t step = 0; step < most; step++)
                outer = page->parents[outer];
            nearest[node] = outer;
        }
    drop_since(&page->arena, held);
    return 0;
}

static int
structure_features(struct page *page)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t count = page->count;
    size_t held = page->arena.count;
    struct siblings siblings;
    int32_t *items = take(&page->arena, page->nodes, sizeof(int32_t)), *posts = take(&page->arena, page->nodes, sizeof(int32_t));
    if (items == NULL || posts == NULL || find_siblings(page, &page->arena, &siblings) < 0
        || count_around(page, F_IN_FOOTER, (int)is->TAG_FOOTER) < 0 || count_around(page, F_IN_MAIN, (int)is->TAG_MAIN) < 0
        || count_around(page, F_IN_LI, (int)is->TAG_LI) < 0
        || find_nearest(page, &siblings, is->MIN_ITEMS, 0.0, items) < 0
        || find_nearest(page, &siblings, is->MIN_POSTS, is->POST_WORDS, posts) < 0)
        return -1;
#define DENSITY_OF(group) (siblings.links[group] / most_of(siblings.words[group], 1.0))
    for (Py_ssize_t row = 0; row < count; row++) {
        int32_t node = page->node_of[row], outer = page->parents[node], second = page->parents[outer];
        int32_t item = siblings.of[items[node]], post = siblings.of[posts[node]];
        line(page, F_TAG)[row] = (float)page->model->code_of_tag[page->tags[node]];
        line(page, F_DENSITY_0)[row] = (float)(page->node_links[node] / most_of(page->node_words[node], 1.0));
        line(page, F_SIBLINGS_0)[row] = (float)log1p(siblings.sizes[siblings.of[node]]);
        line(page, F_SIBLINGS_DENSITY_1)[row] = (float)DENSITY_OF(siblings.of[outer]);
        line(page, F_SIBLINGS_SHARE_2)[row] = (float)(siblings.prose[siblings.of[second]] / page->all_prose);
        line(page, F_SIBLINGS_DENSITY_3)[row] = (float)DENSITY_OF(siblings.of[page->parents[second]]);
        line(page, F_ITEM_DENSITY)[row] = (float)DENSITY_OF(item);
        line(page, F_ITEM_MEAN)[row] = (float)log1p(siblings.words[item] / siblings.sizes[item]);
        line(page, F_POST_DENSITY)[row] = (float)DENSITY_OF(post);
        line(page, F_POST_COUNT)[row] = (float)log1p(siblings.sizes[post]);
        line(page, F_POST_WORDS)[row] = (float)log1p(page->node_words[posts[node]]);
    }
#undef DENSITY_OF
    drop_since(&page->arena, held);
    int64_t *keys = take(&page->arena, count, sizeof(int64_t)), *forms = take(&page->arena, count, sizeof(int64_t));
    int32_t *nodes = take(&page->arena, count, sizeof(int32_t));
    if (keys == NULL || forms == NULL || nodes == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++)
        nodes[row] = page->node_of[row];
    const int sizes_of[] = {F_LIKE_1, F_LIKE_2, F_LIKE_3}, shares_of[] = {-1, F_LIKE_SHARE_2, F_LIKE_SHARE_3};
    for (int level = 0; level < 3; level++) {
        struct groups alike;
        held = page->arena.count;
        for (Py_ssize_t row = 0; row < count; row++)
            forms[row] = page->forms[nodes[row]];
        if (group(&page->arena, count, forms, keys, &alike) < 0)
            return -1;
        double *sizes = take(&page->arena, alike.count, sizeof(double)), *prose = take(&page->arena, alike.count, sizeof(double));
        if (sizes == NULL || prose == NULL)
            return -1;
        for (Py_ssize_t row = 0; row < count; row++) {
            sizes[alike.of[row]] += 1.0;
            prose[alike.of[row]] += page->prose[row];
        }
        for (int32_t at = 0; at < alike.count; at++)
            sizes[at] = log1p(sizes[at]);
        for (Py_ssize_t row = 0; row < count; row++) {
            line(page, sizes_of[level])[row] = (float)sizes[alike.of[row]];
            if (shares_of[level] >= 0)
                line(page, shares_of[level])[row] = (float)(prose[alike.of[row]] / page->all_prose);
            keys[row] = alike.of[row];
            nodes[row] = page->parents[nodes[row]];
        }
        drop_since(&page->arena, held);
    }
    return 0;
}

static void
neighbor_features(struct page *page)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t count = page->count, last = -1;
    double headings = 0.0;
    for (Py_ssize_t row = 0; row < count; row++) {
        for (int far = 0; far < 2; far++) {
            Py_ssize_t reach = far ? 6 : 2, low = row > reach ? row - reach : 0;
            Py_ssize_t high = row + reach + 1 < count ? row + reach + 1 : count;
            double words = most_of(page->words_before[high] - page->words_before[low], 1.0);
            line(page, F_NEAR_DENSITY_2 + far)[row] = (float)((page->links_before[high] - page->links_before[low]) / words);
        }
        line(page, F_WORDS_OF_NEXT)[row] = row + 1 < count ? line(page, F_WORDS)[row + 1] : 0.0f;
        line(page, F_WORDS_OF_LAST)[row] = row > 0 ? line(page, F_WORDS)[row - 1] : 0.0f;
        if (page->kinds[row] == (int)is->KIND_HEADING) {
            last = row;
            headings += 1.0;
        }
        line(page, F_SINCE_HEADING)[row] = (float)(last >= 0 ? least_of((double)(row - last), is->FAR) : is->FAR);
        line(page, F_UNDER_HEADING)[row]
            = last >= 0 ? (float)page->model->code_of_tag[page->tags[page->node_of[last]]] : 0.0f;
    }
    fill_line(page, F_PAGE_HEADINGS, headings);
    for (int mark = 0; mark < MARKS; mark++)
        for (Py_ssize_t row = 0; row < count; row++)
            line(page, F_NAMED_NAVIGATION + mark)[row] = page->hints[row] & page->model->marks[mark] ? 1.0f : 0.0f;
}

/* The features from the lexicon of names. */
static int
name_features(struct page *page)
{
    Py_ssize_t count = page->count, reach = (Py_ssize_t)page->model->constants.NAMES_REACH;
    double *before = take(&page->arena, count + 1, sizeof(double));
    if (before == NULL)
        return -1;
    for (Py_ssize_t row = 0; row < count; row++) {
        int32_t node = page->node_of[row];
        double sum = 0.0, least = 0.0;
        for (int level = 0; level < 5; level++, node = page->parents[node]) {
            double score = page->node_scores[node];
            sum = level ? sum + score : score;
            least = level ? least_of(least, score) : score;
            if (level < 3)
                line(page, F_NAMES_0 + level)[row] = (float)score;
        }
        line(page, F_NAMES_SUM)[row] = (float)sum;
        line(page, F_NAMES_LEAST)[row] = (float)least;
        before[row + 1] = before[row] + sum;
    }
    for (Py_ssize_t row = 0; row < count; row++) {
        Py_ssize_t low = row > reach ? row - reach : 0, high = row + reach + 1 < count ? row + reach + 1 : count;
        line(page, F_NAMES_NEAR)[row] = (float)((before[high] - before[low]) / (double)(high - low));
    }
    return sum_around(page, F_NAMES_ALL, 0) < 0 || sum_around(page, F_NAMES_AGAINST, 1) < 0 ? -1 : 0;
}

/* ---- The type of the page ---- */

/* The share of running text before comments, and two counts of signatures of one form. */
static int
signature_numbers(struct page *page, double *numbers)
{
    const struct constants *is = &page->model->constants;
    Py_ssize_t start = 0;
    for (Py_ssize_t row = 0; row < page->count; row++)
        if (page->prose[row] >= is->PROSE && row > page->title) {
            start = row;
            break;
        }
    numbers[0] = 1.0;
    for (Py_ssize_t row = start + 1; row < page->count; row++)
        if (((page->hints[row] | page->line_hints[row]) & (int64_t)is->COMMENTS)
            && page->prose_before[row] >= is->MIN_BEFORE) {
            numbers[0] = page->prose_before[row] / page->all_prose;
            break;
        }
    numbers[1] = numbers[2] = 0.0;
    if (page->signatures == 0)
        return 0;
    double *times = take(&page->arena, page->signature_form_count, sizeof(double));
    if (times == NULL)
        return -1;
    for (Py_ssize_t at = 0; at < page->signatures; at++)
        numbers[1] = most_of(numbers[1], times[page->signature_forms[at]] += 1.0);
    if ((double)page->signature_rows[0] <= (double)start + is->NEAR_START)
        numbers[2] = times[page->signature_forms[0]];
    return 0;
}

/* The features of the page, in the order of tamis.core.strategies.learned.page_type.NAMES. */
static int
page_numbers(struct page *page, const double *declared, double *numbers)
{
    static const int columns[PAGE_COLUMNS] = {
        F_PAGE_WORDS, F_PAGE_PROSE, F_PAGE_DENSITY, F_PAGE_BLOCKS, F_PAGE_LONG_BLOCKS, F_PAGE_LONGEST, F_PAGE_ARTICLE,
        F_PAGE_P, F_PAGE_LI, F_PAGE_FORM, F_PAGE_BUTTON, F_PAGE_HEADINGS, F_CONTAINER_SHARE, F_PARENT_SHARE};
    static const int means[PAGE_MEANS] = {F_SIBLINGS_0, F_SIBLINGS_SHARE_2, F_LIKE_2, F_LIKE_SHARE_2, F_PARENT_RANK,
                                          F_CONTAINER_UP, F_FRAME_UP};
    static const int greatest[PAGE_GREATEST] = {F_SIBLINGS_0, F_LIKE_2, F_WIDEST_GAP};
    const struct model *model = page->model;
    Py_ssize_t count = page->count;
    double *next = numbers;
    for (int at = 0; at < PAGE_COLUMNS; at++)
        *next++ = (double)line(page, columns[at])[0];
    for (int at = 0; at < PAGE_MEANS; at++, next++) {
        *next = 0.0;
        for (Py_ssize_t row = 0; row < count; row++)
            *next += (double)line(page, means[at])[row] * page->prose[row];
        *next /= page->all_prose;
    }
    for (int at = 0; at < PAGE_GREATEST; at++, next++) {
        *next = (double)line(page, greatest[at])[0];
        for (Py_ssize_t row = 1; row < count; row++)
            *next = most_of(*next, (double)line(page, greatest[at])[row]);
    }
    for (int at = 0; at < PAGE_NAMED; at++, next++) {
        *next = 0.0;
        for (Py_ssize_t row = 0; row < count; row++)
            *next += page->hints[row] & model->named[at] ? page->words[row] : 0.0;
        *next /= page->all_words;
    }
    for (int at = 0; at < PAGE_SAID; at++, next++) {
        *next = 0.0;
        for (Py_ssize_t row = 0; row < count; row++)
            *next += page->line_hints[row] & model->said[at] ? 1.0 : 0.0;
    }
    double gaps = 0.0, alike = 0.0;
    for (Py_ssize_t row = 0; row < count; row++) {
        gaps += (double)line(page, F_GAP)[row] > model->constants.WIDE ? 1.0 : 0.0;
        alike += page->alike_first[row] ? page->prose[row] : 0.0;
    }
    *next++ = gaps;
    *next++ = log1p(page->all_prose);
    *next++ = page->title >= 0 ? 1.0 : 0.0;
    *next++ = page->title >= 0 ? page->words_before[page->title] / page->all_words : -1.0;
    *next++ = page->questions;
    *next++ = page->often;
    *next++ = page->phrases;
    *next++ = alike / page->all_prose;
    if (signature_numbers(page, next) < 0)
        return -1;
    memcpy(next + 3, declared, DECLARED * sizeof(double));
    return 0;
}

/* All features of a page that has rows, with the probability of each type. `forced` is the type if it is known, or -1. */
int
compute_features(struct page *page, const double *declared, int forced)
{
    page->matrix = take_any(&page->arena, page->count * FEATURE_COUNT + SPARE, sizeof(float));
    if (page->matrix != NULL)
        memset(page->matrix + page->count * FEATURE_COUNT, 0, SPARE * sizeof(float));
    size_t held = page->arena.count;
    static int (*const steps[])(struct page *) = {same_texts, place_features, structure_features};
    for (size_t step = 0; step < Py_ARRAY_LENGTH(steps); step++) {
        if (page->matrix == NULL || steps[step](page) < 0)
            return -1;
        drop_since(&page->arena, held); /* all but the matrix was for this step alone */
    }
    neighbor_features(page);
    if (forced >= 0)
        page->types[forced] = 1.0;
    else {
        double numbers[PAGE_NUMBERS];
        if (page_numbers(page, declared, numbers) < 0 || type_probabilities(page->model, numbers, page->types) < 0)
            return -1;
    }
    for (int type = 0; type < TYPES; type++)
        fill_line(page, F_TYPE_0 + type, page->types[type]);
    int failed = name_features(page);
    drop_since(&page->arena, held);
    return failed;
}
