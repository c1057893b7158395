// A game for comparison: 19 cells in a hexagon, tiles in stacks; a move carries a top tile to a neighbouring cell.
'use strict';

const ROWS = [3, 4, 5, 4, 3];
const HIGHEST = 6;
const MOVES = 68; // a match of ours takes about as many, at random

const cells = ROWS.flatMap((length, row) => [...Array(length).keys()].map((k) => [2 * k - length, row]));
const near = cells.map(([x, row]) =>
  cells.flatMap(([x2, row2], other) =>
    Math.abs(row - row2) + Math.abs(x - x2) === 2 && Math.abs(row - row2) < 2 ? [other] : [],
  ),
);

function allowed(stacks, from, to) {
  return near[from] !== undefined && near[from].includes(to) && stacks[from].length > 0 && stacks[to].length < HIGHEST;
}

const game = {
  name: 'stacks',
  setup: () => ({ stacks: cells.map((_, cell) => [cell % 3]), points: [0, 0], carried: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    carry: ({ G, playerID }, from, to) => {
      if (!allowed(G.stacks, from, to)) return 'INVALID_MOVE';
      G.stacks[to].push(G.stacks[from].pop());
      G.points[playerID] = Math.max(G.points[playerID], G.stacks[to].length);
      G.carried += 1;
    },
  },
  endIf: ({ G }) => (G.carried >= MOVES ? { draw: true } : undefined),
};

module.exports = { allowed, game, near };
