// What a search finds, the best first: as Sphinx counts it, but guides before all, and tables of numbers behind.
"use strict"; // and a var, since what reads it may declare it again
var Scorer = {
  score: ([page, , , , score]) =>
    score + (/^rules\/.*(?<!-ledger)$/.test(page) ? 12 : 0) - (/^(games|changelog|bench)/.test(page) ? 8 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
