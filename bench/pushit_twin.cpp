// The plain C++ twin of cassetete's Push it down kernel: the same algorithm, to measure the kernel against.
//
// Arguments: how many times to measure each level, and how many times to solve it for one measure. Input (stdin): for each level "rows columns tall ball h…", until the
// end. Output: one line a level: the fewest moves (-1: none), the states expanded, the CPU seconds from the heights in
// memory to the moves (the least of all measures), and the moves. Layouts, normal form and queue are described in
// src/cassetete/games/pushit/kernel.py: a state at a time, cell by cell.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using u64 = uint64_t;

static u64 mixed(u64 key) {
    key = (key ^ (key >> 32)) * 0x9E3779B97F4A7C15ull;
    key = (key ^ (key >> 29)) * 0xBF58476D1CE4E5B9ull;
    return key ^ (key >> 32);
}

struct Search {
    int cells, lg, key, width, tall, last, stride;
    long wall;
    std::vector<int> beside, place, stack;
    std::vector<long> board;
    std::vector<char> reach;
    std::vector<u64> words, rows, table, where;
    std::vector<int> parent;
    size_t layouts = 0;

    long code(const u64 *from, int cell) const {
        int bits = 64 >> lg;
        return (from[cell >> lg] >> ((cell & ((1 << lg) - 1)) * bits)) & ((1ull << bits) - 1);
    }
    void put(u64 *into, int cell, long value) const {
        int bits = 64 >> lg, shift = (cell & ((1 << lg) - 1)) * bits;
        u64 &word = into[cell >> lg];
        word = (word & ~(((1ull << bits) - 1) << shift)) | (u64(value) << shift);
    }
    bool stuck(const u64 *from, int cell) const {
        for (int axis = 0; axis < 2; axis++) {
            int one = beside[4 * cell + axis], other = beside[4 * cell + axis + 2];
            if (one >= 0 && other >= 0 && code(from, one) != wall && code(from, other) != wall) return false;
        }
        return true;
    }
    bool normal(u64 *into, int ball) {
        long b = code(into, cells);
        for (int cell = 0; cell < cells; cell++) {
            board[place[cell]] = code(into, cell);
            reach[place[cell]] = 0;
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (int cell = 0; cell < cells; cell++) {
                int at = place[cell];
                long high = board[at];
                if (high <= b || high == wall) continue;
                bool across = board[at - 1] == wall || board[at + 1] == wall;
                bool along = board[at - stride] == wall || board[at + stride] == wall;
                if (high > b + tall || (across && along)) {
                    board[at] = wall;
                    changed = true;
                }
            }
        }
        int waiting = 0;
        stack[waiting++] = place[ball];
        reach[place[ball]] = 1;
        while (waiting) {
            int here = stack[--waiting];
            for (int step : {1, -1, stride, -stride}) {
                int following = here + step;
                if (board[following] != wall && !reach[following]) {
                    reach[following] = 1;
                    stack[waiting++] = following;
                }
            }
        }
        if (!reach[place[last]] || board[place[last]] > b) return false;
        for (int cell = 0; cell < cells; cell++)
            if (!reach[place[cell]] || board[place[cell]] == wall) put(into, cell, wall);
        return true;
    }
    u64 mark_of(const u64 *from) const {
        u64 mark = mixed(from[0]);
        for (int i = 1; i < key; i++) mark = mixed(mark ^ from[i]);
        return mark;
    }
    size_t lay() {
        u64 mark = mark_of(words.data()), tag = mark >> 32, slot = mark & (table.size() - 1);
        for (; table[slot]; slot = (slot + 1) & (table.size() - 1)) {
            if (table[slot] >> 32 != tag) continue;
            size_t row = (table[slot] & 0xFFFFFFFFull) - 1;
            bool same = true;
            for (int i = 0; i < key && same; i++) same = rows[row * width + i] == words[i];
            if (same) return row;
        }
        size_t row = layouts++;
        table[slot] = tag << 32 | (row + 1);
        rows.resize(layouts * width, 0);
        for (int i = 0; i < key; i++) rows[row * width + i] = words[i];
        if (2 * layouts >= table.size()) {
            table.assign(2 * table.size(), 0);
            for (size_t old = 0; old < layouts; old++) {
                u64 again = mark_of(&rows[old * width]), at = again & (table.size() - 1);
                while (table[at]) at = (at + 1) & (table.size() - 1);
                table[at] = (again >> 32) << 32 | (old + 1);
            }
        }
        return row;
    }
    long after(size_t row, int ball, int way) {
        int following = beside[4 * ball + way];
        if (following < 0) return -1;
        const u64 *here = &rows[row * width];
        long b = code(here, cells), high = code(here, following);
        if (high == b) return long(row);
        if (high < b) {
            if (high < code(here, last)) return -1;
            for (int i = 0; i < key; i++) words[i] = here[i];
            put(words.data(), cells, high);
            return normal(words.data(), following) ? long(lay()) : -1;
        }
        if (high > b + tall) return -1;
        int behind = beside[4 * following + way];
        if (behind < 0) return -1;
        long stacked = code(here, behind);
        if (stacked > b) return -1;
        stacked += high - b;
        if (behind == last && stacked > b) return -1;
        for (int i = 0; i < key; i++) words[i] = here[i];
        put(words.data(), following, b);
        put(words.data(), behind, stacked);
        if (stacked > b && stuck(words.data(), behind) && !normal(words.data(), following)) return -1;
        return long(lay());
    }
    bool enter(size_t row, int cell, int from) {
        u64 &word = rows[row * width + key + (cell >> 6)], bit = 1ull << (cell & 63);
        if (word & bit) return false;
        word |= bit;
        where.push_back(u64(row) << 16 | u64(cell));
        parent.push_back(from);
        return true;
    }
    // Whether there is a solution: then `moves` has one of the fewest moves; `expanded` counts.
    bool solve(int ball, size_t &expanded, std::string &moves) {
        expanded = 0;
        moves.clear();
        if (!normal(words.data(), ball)) return false;
        enter(lay(), ball, -1);
        for (size_t head = 0; head < where.size(); head++) {
            size_t row = where[head] >> 16;
            int here = int(where[head] & 0xFFFF);
            expanded++;
            for (int way = 0; way < 4; way++) {
                long reached = after(row, here, way);
                if (reached < 0) continue;
                int cell = beside[4 * here + way];
                if (enter(size_t(reached), cell, int(head)) && cell == last) {
                    for (int at = int(where.size()) - 1; parent[at] >= 0; at = parent[at]) {
                        int to = int(where[at] & 0xFFFF), from = int(where[parent[at]] & 0xFFFF), back = 0;
                        while (beside[4 * from + back] != to) back++;
                        moves += "DRUL"[back];
                    }
                    std::reverse(moves.begin(), moves.end());
                    return true;
                }
            }
        }
        return false;
    }
};

static double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

static bool solved(int height, int columns, int tall, int ball, const std::vector<long> &heights, size_t &expanded,
                   std::string &moves) {
    long lowest = heights[0], highest = heights[0];
    for (long each : heights) {
        if (each < lowest) lowest = each;
        if (each > highest) highest = each;
    }
    if (tall > highest - lowest) tall = int(highest - lowest);
    long top = heights[ball] - lowest + tall;
    Search s;
    s.cells = height * columns;
    s.lg = top < 3 ? 5 : top < 15 ? 4 : 3;
    s.key = (s.cells >> s.lg) + 1;
    s.width = s.key + (s.cells + 63) / 64;
    s.tall = tall;
    s.last = s.cells - 1;
    s.stride = columns + 2;
    s.wall = (1l << (64 >> s.lg)) - 1;
    s.board.assign((height + 2) * s.stride, s.wall);
    s.reach.assign(s.board.size(), 0);
    s.stack.assign(s.cells + 4, 0);
    s.words.assign(s.key, 0);
    s.table.assign(1024, 0);
    const int down[4] = {1, 0, -1, 0}, right[4] = {0, 1, 0, -1};
    for (int i = 0; i < s.cells; i++) {
        s.place.push_back((i / columns + 1) * s.stride + i % columns + 1);
        for (int way = 0; way < 4; way++) {
            int r = i / columns + down[way], c = i % columns + right[way];
            s.beside.push_back(0 <= r && r < height && 0 <= c && c < columns ? r * columns + c : -1);
        }
        long h = heights[i] - lowest;
        s.put(s.words.data(), i, h < s.wall ? h : s.wall);
    }
    s.put(s.words.data(), s.cells, heights[ball] - lowest);
    return s.solve(ball, expanded, moves);
}

int main(int, char **arguments) {
    int times = atoi(arguments[1]), block = atoi(arguments[2]), height, columns, tall, ball;
    while (scanf("%d %d %d %d", &height, &columns, &tall, &ball) == 4) {
        std::vector<long> heights(height * columns);
        for (long &each : heights)
            if (scanf("%ld", &each) != 1) return 1;
        size_t expanded = 0;
        std::string moves;
        bool found = false;
        double least = 1e9;
        for (int time = 0; time < times; time++) {
            double began = now();
            for (int each = 0; each < block; each++)
                found = solved(height, columns, tall, ball, heights, expanded, moves);
            least = std::min(least, (now() - began) / block);
        }
        printf("%d %zu %.9f %s\n", found ? int(moves.size()) : -1, expanded, least, moves.c_str());
    }
}
