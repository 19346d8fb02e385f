// The C++ twin of games/ricosheep/kernel.py and kernel_wide.py: the same graph of tallies, for the bench to compare with.
// Reads boards (a line "rows columns times", then the rows, letters _ B G S * W); for each writes the tallies, the length
// of the shortest solution (-1 if none), the greatest distance to a win, and CPU seconds of the mean run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using Word = std::uint64_t;
const Word MIX = 0x9E3779B97F4A7C15ull;

struct Board {
    int rows, columns, cells = 0;
    std::vector<std::string> text;
    std::vector<std::vector<int>> runs[2];
    std::vector<int> number;
    void read() {
        number.assign(rows * columns, -1);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                if (text[i][j] != 'B') number[i * columns + j] = cells++;
    }
    void find_runs() {
        for (int axis = 0; axis < 2; axis++) {
            runs[axis].clear();
            int lines = axis ? columns : rows, places = axis ? rows : columns;
            for (int line = 0; line < lines; line++) {
                std::vector<int> run;
                for (int place = 0; place <= places; place++) {
                    int cell = place < places ? number[axis ? place * columns + line : line * columns + place] : -1;
                    if (cell >= 0) run.push_back(cell);
                    else if (!run.empty()) { runs[axis].push_back(run); run.clear(); }
                }
            }
        }
    }
};

struct Mark { std::int32_t origin, depth, axis; };
struct Link { std::int32_t to[2]; };
struct Result { long tallies; int length, farthest; };

// What both widths share: marks, links and the search backward.
struct Graph {
    std::vector<Mark> marks;
    std::vector<Link> links;
    long found = -1;
    Result finish(const std::vector<char>& won) {
        long count = marks.size();
        std::vector<std::int32_t> far(count, -1), first(count + 2, 0), before(2 * count), queue(count);
        for (auto& link : links) for (int to : link.to) if (to >= 0) first[to + 1]++;
        for (long t = 0; t < count; t++) first[t + 1] += first[t];
        first[count + 1] = first[count];
        for (long t = 0; t < count; t++)
            for (int to : links[t].to) if (to >= 0) before[--first[to + 1]] = t;
        long head = 0, tail = 0;
        for (long t = 0; t < count; t++) if (won[t]) { far[t] = 0; queue[tail++] = t; }
        int farthest = -1;
        while (head < tail) {
            int t = queue[head++];
            farthest = far[t];
            for (int p = first[t + 1]; p < first[t + 2]; p++)
                if (far[before[p]] < 0) { far[before[p]] = far[t] + 1; queue[tail++] = before[p]; }
        }
        return {count, found < 0 ? -1 : marks[found].depth, farthest};
    }
};

struct Narrow : Graph {
    struct Pack { Word mask; std::vector<Word> low, high; };
    struct Ends { Word at[2]; };
    struct Slot { Word key, value; };
    std::vector<Pack> packs[2];
    Word fixed[2], grass;
    std::vector<Ends> ends;
    std::vector<Slot> table;
    void prepare(Board& board) {
        for (int axis = 0; axis < 2; axis++) {
            fixed[axis] = 0;
            for (auto& run : board.runs[axis]) {
                if (run.size() == 1) { fixed[axis] |= Word(1) << run[0]; continue; }
                Pack pack{0, {0}, {0}};
                for (std::size_t k = 0; k < run.size(); k++) {
                    pack.mask |= Word(1) << run[k];
                    pack.low.push_back(pack.low.back() | Word(1) << run[k]);
                    pack.high.push_back(pack.high.back() | Word(1) << run[run.size() - 1 - k]);
                }
                packs[axis].push_back(pack);
            }
        }
    }
    bool wins(Word herd) const { return grass && (herd & grass) == grass; }
    Slot& slot_of(Word low, int axis) {
        Word mask = table.size() - 1, slot = ((low ^ low >> 32) * MIX >> 32) & mask;
        while (table[slot].value && !(table[slot].key == low && (table[slot].value & 1) == Word(axis))) slot = (slot + 1) & mask;
        return table[slot];
    }
    int enter(Word herd, int axis, int origin, int depth) {
        Word low = herd & fixed[axis], high = low;
        for (auto& pack : packs[axis]) {
            int n = __builtin_popcountll(herd & pack.mask);
            low |= pack.low[n];
            high |= pack.high[n];
        }
        Slot& slot = slot_of(low, axis);
        if (slot.value) return int(slot.value >> 1) - 1;
        int tally = ends.size();
        slot = {low, Word(tally + 1) << 1 | Word(axis)};
        ends.push_back({{low, high}});
        links.push_back({{-1, -1}});
        marks.push_back({origin, depth, axis});
        if (found < 0 && (wins(low) || wins(high))) found = tally;
        return tally;
    }
    void grow() {
        table.assign(2 * table.size(), {0, 0});
        for (std::size_t t = 0; t < ends.size(); t++) {
            Slot& slot = slot_of(ends[t].at[0], marks[t].axis);
            slot = {ends[t].at[0], Word(t + 1) << 1 | Word(marks[t].axis)};
        }
    }
    Result run(Board& board, const std::vector<Word>& herd, const std::vector<Word>& goal) {
        prepare(board);
        grass = goal[0];
        table.assign(4096, {0, 0});
        for (int axis = 0; axis < 2; axis++) enter(herd[0], axis, -1, 1);
        for (std::size_t t = 0; t < ends.size(); t++) {
            if (2 * (ends.size() + 2) > table.size()) grow();
            for (int side = 0; side < 2; side++)
                if (!wins(ends[t].at[side])) links[t].to[side] = enter(ends[t].at[side], 1 - marks[t].axis, 2 * t + side, marks[t].depth + 1);
        }
        std::vector<char> won(ends.size());
        for (std::size_t t = 0; t < ends.size(); t++) won[t] = wins(ends[t].at[0]) || wins(ends[t].at[1]);
        return finish(won);
    }
};

struct Wide : Graph {
    int width, size;
    bool wolves;
    std::vector<int> run_of[2], offset[2], length[2], line[2], crowd, kind;
    std::vector<Word> ends, table, grass, low, high;
    void prepare(Board& board) {
        std::size_t most = std::max(board.runs[0].size(), board.runs[1].size());
        crowd.assign(most, 0);
        kind.assign(most, 0);
        for (int axis = 0; axis < 2; axis++) {
            run_of[axis].assign(board.cells, 0);
            for (auto& run : board.runs[axis]) {
                for (int cell : run) run_of[axis][cell] = offset[axis].size();
                offset[axis].push_back(line[axis].size());
                length[axis].push_back(run.size());
                line[axis].insert(line[axis].end(), run.begin(), run.end());
            }
        }
    }
    bool wins(const Word* herd) const {
        for (int w = 0; w < width; w++) if (grass[w] & ~herd[w]) return false;
        return true;
    }
    bool pack(const Word* herd, int axis) {
        bool safe = true;
        std::fill(low.begin(), low.end(), 0);
        std::fill(high.begin(), high.end(), 0);
        for (int side = 0; side < 2; side++)
            for (int w = 0; w < width; w++)
                for (Word left = herd[w] | (wolves ? herd[width + w] : 0); left; left &= left - 1) {
                    bool wolf = !(herd[w] & left & -left);
                    int run = run_of[axis][(w << 6) + __builtin_ctzll(left)], cell;
                    if (side == 0) {
                        if (crowd[run] == 0) kind[run] = wolf;
                        safe = safe && kind[run] == wolf;
                        cell = line[axis][offset[axis][run] + crowd[run]++];
                    } else {
                        cell = line[axis][offset[axis][run] + length[axis][run] - crowd[run]--];
                    }
                    (side ? high : low)[wolf * width + (cell >> 6)] |= Word(1) << (cell & 63);
                }
        return safe;
    }
    Word mixed(const Word* herd, int axis) const {
        Word key = axis;
        for (int w = 0; w < size; w++) { key = (key ^ herd[w]) * MIX; key ^= key >> 32; }
        return key;
    }
    Word slot_of(const Word* herd, int axis, Word key) const {
        Word mask = table.size() - 1, slot = key & mask;
        for (; table[slot]; slot = (slot + 1) & mask)
            if (table[slot] >> 32 == key >> 32) {
                long t = long(table[slot] & 0xFFFFFFFF) - 1;
                if (marks[t].axis == axis && std::equal(herd, herd + size, &ends[2 * t * size])) return slot;
            }
        return slot;
    }
    int enter(const Word* herd, int axis, int origin, int depth) {
        if (!pack(herd, axis)) return -1;
        Word key = mixed(low.data(), axis), slot = slot_of(low.data(), axis, key);
        if (table[slot]) return int(table[slot] & 0xFFFFFFFF) - 1;
        int tally = marks.size();
        table[slot] = key >> 32 << 32 | Word(tally + 1);
        ends.insert(ends.end(), low.begin(), low.end());
        ends.insert(ends.end(), high.begin(), high.end());
        links.push_back({{-1, -1}});
        marks.push_back({origin, depth, axis});
        if (found < 0 && (wins(low.data()) || wins(high.data()))) found = tally;
        return tally;
    }
    Result run(Board& board, const std::vector<Word>& herd, const std::vector<Word>& goal, bool with_wolves) {
        wolves = with_wolves;
        width = (board.cells + 63) / 64;
        size = herd.size();
        grass = goal;
        low.assign(size, 0); high.assign(size, 0);
        prepare(board);
        table.assign(4096, 0);
        for (int axis = 0; axis < 2; axis++) enter(herd.data(), axis, -1, 1);
        std::vector<Word> now(size);
        for (std::size_t t = 0; t < marks.size(); t++) {
            if (2 * (marks.size() + 2) > table.size()) {
                table.assign(2 * table.size(), 0);
                for (std::size_t u = 0; u < marks.size(); u++) {
                    Word key = mixed(&ends[2 * u * size], marks[u].axis);
                    table[slot_of(&ends[2 * u * size], marks[u].axis, key)] = key >> 32 << 32 | Word(u + 1);
                }
            }
            for (int side = 0; side < 2; side++) {
                std::copy_n(&ends[(2 * t + side) * size], size, now.begin());
                if (!wins(now.data())) { int to = enter(now.data(), 1 - marks[t].axis, 2 * t + side, marks[t].depth + 1); links[t].to[side] = to; }
            }
        }
        std::vector<char> won(marks.size());
        for (std::size_t t = 0; t < marks.size(); t++) won[t] = wins(&ends[2 * t * size]) || wins(&ends[(2 * t + 1) * size]);
        return finish(won);
    }
};

int main() {
    Board board;
    int times;
    while (std::cin >> board.rows >> board.columns >> times) {
        board.cells = 0;
        board.text.assign(board.rows, "");
        for (auto& row : board.text) std::cin >> row;
        board.read();
        int width = (board.cells + 63) / 64;
        bool wolves = false;
        for (auto& row : board.text) wolves = wolves || row.find('W') != std::string::npos;
        std::vector<Word> herd((1 + wolves) * width, 0), grass(width, 0);
        for (int i = 0; i < board.rows; i++)
            for (int j = 0; j < board.columns; j++) {
                char letter = board.text[i][j];
                int cell = board.number[i * board.columns + j];
                if (letter == 'S' || letter == '*') herd[cell >> 6] |= Word(1) << (cell & 63);
                if (letter == 'W') herd[width + (cell >> 6)] |= Word(1) << (cell & 63);
                if (letter == 'G' || letter == '*') grass[cell >> 6] |= Word(1) << (cell & 63);
            }
        Result result{};
        std::clock_t began = std::clock();
        for (int time = 0; time < times; time++) {
            board.find_runs();
            result = width == 1 && !wolves ? Narrow().run(board, herd, grass) : Wide().run(board, herd, grass, wolves);
        }
        double seconds = double(std::clock() - began) / CLOCKS_PER_SEC / times;
        std::printf("%ld %d %d %.9f\n", result.tallies, result.length, result.farthest, seconds);
    }
}
