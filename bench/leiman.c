/* The C twin: random matches of High Tide (Leiman), function for function what rules.py, hexagon.py, chance.py and
   playout.py say, over the same rows and from the same seeds, so that every move of every match is the same. The
   start comes from Python as a row: what is set up once per million matches is no part of the measurement. */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHANCE = -1, OVER = -2, NOBODY = -1 };
enum { BLUE = 0, PINK = 1, NEUTRAL = 2, EMPTY = -1 };
enum { CELLS = 19, CENTRE = 9, RIM = CELLS };
enum { STEPS = 84, LAY = STEPS, LAID = 18, BEGIN = LAY + 3 * LAID, MOVES = BEGIN + 2, IN_INNER_RING = 6 };
enum { CHUNK = 512, CHECKSUM = 0x7FFFFFFF };

static const int NEIGHBOUR[CELLS][6] = {
    {1, 4, 3, RIM, RIM, RIM},   {2, 5, 4, 0, RIM, RIM},    {RIM, 6, 5, 1, RIM, RIM},  {4, 8, 7, RIM, RIM, 0},
    {5, 9, 8, 3, 0, 1},         {6, 10, 9, 4, 1, 2},       {RIM, 11, 10, 5, 2, RIM},  {8, 12, RIM, RIM, RIM, 3},
    {9, 13, 12, 7, 3, 4},       {10, 14, 13, 8, 4, 5},     {11, 15, 14, 9, 5, 6},     {RIM, RIM, 15, 10, 6, RIM},
    {13, 16, RIM, RIM, 7, 8},   {14, 17, 16, 12, 8, 9},    {15, 18, 17, 13, 9, 10},   {RIM, RIM, 18, 14, 10, 11},
    {17, RIM, RIM, RIM, 12, 13}, {18, RIM, RIM, 16, 13, 14}, {RIM, RIM, RIM, 17, 14, 15},
};
static const int AROUND[CELLS] = {
    26,    53,    98,    401,   811,   1622,   3108,   4360,   12952,  25904,
    51808, 33856, 74112, 217856, 435712, 281600, 143360, 352256, 180224,
};
static const int FIRST_STEP[CELLS + 1] = {0,  3,  7,  10, 14, 20, 26, 30, 33, 39,
                                          45, 51, 54, 58, 64, 70, 74, 77, 81, 84};
static const int FROM[STEPS] = {
    0,  0,  0,  1,  1,  1,  1,  2,  2,  2,  3,  3,  3,  3,  4,  4,  4,  4,  4,  4,  5,  5,  5,  5,  5,  5,  6,  6,
    6,  6,  7,  7,  7,  8,  8,  8,  8,  8,  8,  9,  9,  9,  9,  9,  9,  10, 10, 10, 10, 10, 10, 11, 11, 11, 12, 12,
    12, 12, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 16, 16, 16, 17, 17, 17, 17, 18, 18, 18,
};
static const int TO[STEPS] = {
    1,  4,  3,  2,  5,  4,  0,  6,  5,  1,  4,  8,  7,  0,  5,  9,  8,  3,  0,  1,  6,  10, 9,  4,  1,  2,  11, 10,
    5,  2,  8,  12, 3,  9,  13, 12, 7,  3,  4,  10, 14, 13, 8,  4,  5,  11, 15, 14, 9,  5,  6,  15, 10, 6,  13, 16,
    7,  8,  14, 17, 16, 12, 8,  9,  15, 18, 17, 13, 9,  10, 18, 14, 10, 11, 17, 12, 13, 18, 16, 13, 14, 17, 14, 15,
};
static const int LAYING[LAID] = {4, 5, 10, 14, 13, 8, 0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3};
static const int8_t INNER_RING[3] = {2, 2, 2}, OUTER_RING[3] = {5, 5, 2};
enum { CENTRE_COLOUR = NEUTRAL };

typedef struct {
    int8_t key;
    int8_t height[CELLS + 1];
    int8_t tile[CELLS][CELLS];
    int8_t stones[2];
    int8_t turn, first, laid;
    int8_t bag[3];
    int8_t to_win, any_sides, ground, own_highest;
} State;

typedef struct {
    uint32_t a, b, c, counter;
} Random;

/* chance.py */

static uint32_t word(Random *random)
{
    uint32_t drawn = random->a + random->b + random->counter++;
    random->a = random->b ^ (random->b >> 9);
    random->b = random->c + (random->c << 3);
    random->c = ((random->c << 21) | (random->c >> 11)) + drawn;
    return drawn;
}

static int below(Random *random, uint32_t count)
{
    uint64_t product = (uint64_t)word(random) * count;
    if ((uint32_t)product < count) {
        uint32_t unfair = -count % count;
        while ((uint32_t)product < unfair)
            product = (uint64_t)word(random) * count;
    }
    return (int)(product >> 32);
}

static void begin(Random *random, int64_t seed, int64_t stream)
{
    *random = (Random){(uint32_t)seed, (uint32_t)(seed >> 32), (uint32_t)stream, 1 + (uint32_t)(stream >> 32)};
    for (int i = 0; i < 12; i++)
        word(random);
}

/* hexagon.py */

static bool one_group(int members)
{
    int group = members & -members;
    int frontier = group;
    while (frontier) {
        int reached = 0;
        for (int cell = 0; frontier >> cell; cell++)
            if ((frontier >> cell) & 1)
                reached |= AROUND[cell];
        frontier = reached & members & ~group;
        group |= frontier;
    }
    return group == members;
}

/* rules.py */

static void prepare(State *state)
{
    state->turn = CHANCE;
    state->laid = 0;
    memcpy(state->bag, INNER_RING, sizeof state->bag);
}

static void put(State *state, int cell, int colour)
{
    state->tile[cell][state->height[cell]++] = (int8_t)colour;
}

static int lift(State *state, int cell)
{
    int8_t *tile = &state->tile[cell][--state->height[cell]];
    int colour = *tile;
    *tile = EMPTY;
    return colour;
}

static void clear(State *state)
{
    memset(state->height, 0, sizeof state->height);
    memset(state->tile, EMPTY, sizeof state->tile);
    put(state, CENTRE, CENTRE_COLOUR);
}

static int top(const State *state, int cell)
{
    int height = state->height[cell];
    return height > 0 ? state->tile[cell][height - 1] : EMPTY;
}

static bool belongs(const State *state, int cell)
{
    int colour = top(state, cell);
    return colour == NEUTRAL || colour == state->turn;
}

static bool free_to_go(const State *state, int cell)
{
    int touched_from = state->ground ? 1 : state->height[cell];
    int free_sides = 0;
    bool before = state->height[NEIGHBOUR[cell][5]] < touched_from;
    for (int side = 0; side < 6; side++) {
        bool this = state->height[NEIGHBOUR[cell][side]] < touched_from;
        if (this && before)
            return true;
        free_sides += this;
        before = this;
    }
    return state->any_sides && free_sides >= 2;
}

static bool connected_without(const State *state, int cell)
{
    int occupied = 0;
    for (int other = 0; other < CELLS; other++)
        if (state->height[other] > 0 && other != cell)
            occupied |= 1 << other;
    return one_group(occupied);
}

static bool spared(const State *state, int cell)
{
    if (state->height[cell] > 1)
        return true;
    int arcs = 0;
    bool before = state->height[NEIGHBOUR[cell][5]] > 0;
    for (int side = 0; side < 6; side++) {
        bool this = state->height[NEIGHBOUR[cell][side]] > 0;
        arcs += this && !before;
        before = this;
    }
    return arcs <= 1 || connected_without(state, cell);
}

static bool rises(const State *state, int step)
{
    return state->height[TO[step]] >= state->height[FROM[step]];
}

static bool movable(const State *state, int cell)
{
    return belongs(state, cell) && free_to_go(state, cell) && spared(state, cell);
}

/* The outcomes of chance are drawn with sample() and never listed in a playout, so outcomes() has no twin. */
static int moves(const State *state, int32_t *into)
{
    if (state->turn == OVER)
        return 0;
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (movable(state, cell))
            for (int step = FIRST_STEP[cell]; step < FIRST_STEP[cell + 1]; step++)
                if (rises(state, step))
                    into[count++] = step;
    return count;
}

static bool goes(const State *state, int cell)
{
    for (int step = FIRST_STEP[cell]; step < FIRST_STEP[cell + 1]; step++)
        if (rises(state, step))
            return true;
    return false;
}

static bool stuck(const State *state)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (movable(state, cell) && goes(state, cell))
            return false;
    return true;
}

static int visible(const State *state, int colour)
{
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        count += top(state, cell) == colour;
    return count;
}

static int highest(const State *state, int colour)
{
    int best = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (top(state, cell) == colour && state->height[cell] > best)
            best = state->height[cell];
    return best;
}

static int round_winner(const State *state)
{
    int lead = visible(state, BLUE) - visible(state, PINK);
    if (lead == 0) {
        int blue = highest(state, BLUE), pink = highest(state, PINK);
        lead = blue - pink;
        if (!state->own_highest && (blue > pink ? blue : pink) < highest(state, NEUTRAL))
            lead = 0;
    }
    if (lead == 0)
        return 1 - state->turn;
    return lead > 0 ? BLUE : PINK;
}

static void end_round(State *state)
{
    int winner = round_winner(state);
    state->stones[winner]++;
    state->first = (int8_t)(1 - winner);
    if (state->stones[winner] == state->to_win)
        state->turn = OVER;
    else
        prepare(state);
}

static void count_out(State *state, int outcome)
{
    state->bag[(outcome - LAY) % 3]--;
    state->laid++;
    if (state->laid == IN_INNER_RING)
        memcpy(state->bag, OUTER_RING, sizeof state->bag);
}

static void lay(State *state, int outcome)
{
    if (state->laid == 0)
        clear(state);
    put(state, LAYING[state->laid], (outcome - LAY) % 3);
    count_out(state, outcome);
    if (state->laid == LAID && state->first != NOBODY)
        state->turn = state->first;
}

static void play(State *state, int move)
{
    if (move < LAY) {
        put(state, TO[move], lift(state, FROM[move]));
        state->turn = (int8_t)(1 - state->turn);
        if (stuck(state))
            end_round(state);
    } else if (move < BEGIN) {
        lay(state, move);
    } else {
        state->first = (int8_t)(move - BEGIN);
        state->turn = state->first;
    }
}

static int sample(const State *state, Random *random)
{
    if (state->laid == LAID)
        return BEGIN + below(random, 2);
    int ring = state->laid < IN_INNER_RING ? IN_INNER_RING : LAID;
    int drawn = below(random, (uint32_t)(ring - state->laid));
    int colour = 0;
    while (drawn >= state->bag[colour])
        drawn -= state->bag[colour++];
    return LAY + 3 * state->laid + colour;
}

static void score(const State *state, int64_t into[2][3])
{
    for (int seat = 0; seat < 2; seat++) {
        into[seat][0] = state->stones[seat];
        into[seat][1] = visible(state, seat);
        into[seat][2] = highest(state, seat);
    }
}

static void places(const State *state, int64_t into[2])
{
    for (int seat = 0; seat < 2; seat++)
        into[seat] = 1 + (state->stones[seat] < state->stones[1 - seat]);
}

/* playout.py */

static int random_move(const State *state, int32_t *into, Random *random)
{
    if (state->turn == CHANCE)
        return sample(state, random);
    return into[below(random, (uint32_t)moves(state, into))];
}

static void finish(State *states, int64_t rows, int64_t seed, int64_t first, int32_t *plies, int64_t *checksum)
{
    int32_t into[MOVES];
    for (int64_t index = 0; index < rows; index++) {
        State *state = &states[index];
        Random random;
        begin(&random, seed, first + index);
        int32_t count = 0;
        int64_t mixed = 0;
        while (state->turn != OVER) {
            int move = random_move(state, into, &random);
            play(state, move);
            mixed = (mixed * 31 + move + 1) & CHECKSUM;
            count++;
        }
        plies[index] = count;
        checksum[index] = mixed;
    }
}

static void results(const State *states, int64_t rows, int32_t (*points)[2], int8_t (*place)[2])
{
    int64_t sheet[2][3], rank[2];
    for (int64_t index = 0; index < rows; index++) {
        score(&states[index], sheet);
        places(&states[index], rank);
        for (int seat = 0; seat < 2; seat++) {
            points[index][seat] = (int32_t)sheet[seat][0];
            place[index][seat] = (int8_t)rank[seat];
        }
    }
}

int64_t row_size(void)
{
    return sizeof(State);
}

/* Fills in plies, points and place; gives the checksum of all matches, or -1 where memory is short. */
int64_t playouts(const State *start, int64_t count, int64_t seed, int32_t *plies, int32_t (*points)[2], int8_t (*place)[2])
{
    State *states = malloc(CHUNK * sizeof *states);
    int64_t check[CHUNK], checksum = 0;
    if (!states)
        return -1;
    for (int64_t first = 0; first < count; first += CHUNK) {
        int64_t rows = count - first < CHUNK ? count - first : CHUNK;
        for (int64_t index = 0; index < rows; index++)
            states[index] = *start;
        finish(states, rows, seed, first, plies + first, check);
        results(states, rows, points + first, place + first);
        for (int64_t index = 0; index < rows; index++)
            checksum ^= (check[index] * (first + index + 1)) & CHECKSUM;
    }
    free(states);
    return checksum;
}
