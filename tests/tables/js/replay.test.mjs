/** A record as positions, scenes and motions. */

import assert from "node:assert/strict";
import test from "node:test";

import { geometry } from "./samples.mjs";
import { scripts } from "../../scripts.mjs";

const { motionBetween, positionsOf, sceneAt } = await scripts("tables/js/replay.js");

const START = "00000050300005000000000020";
const AFTER = "00010040300005000000000020";

const record = {
  family: "short",
  score: [1, 0],
  games: [
    {
      number: 1,
      white: 0,
      score: [0, 0],
      opening: [[3, 1]],
      start: [START, START],
      pips: [167, 167],
      turns: [
        {
          number: 1,
          seat: 0,
          dice: [3, 1],
          steps: [{ from: 6, to: 3, die: 3, hit: false }],
          sides: [AFTER, START],
          pips: [164, 167],
        },
        {
          number: 2,
          seat: 1,
          dice: [2, 2],
          steps: [
            { from: 24, to: 22, die: 2, hit: true },
            { from: 22, to: 20, die: 2, hit: false },
          ],
          sides: [START, START],
          pips: [167, 163],
        },
      ],
    },
    { number: 2, white: 1, score: [1, 0], opening: [], start: [START, START], pips: [167, 167], turns: [] },
  ],
};
const positions = positionsOf(record);

test("every game has its start and a position a turn", () => {
  assert.deepEqual(positions.map(({ key }) => key), ["g1m0", "g1m1", "g1m2", "g2m0"]);
  assert.equal(positions[1].sides[0][6], 4);
});

test("the score is the one before the game, until the game has ended", () => {
  assert.deepEqual(positions.map(({ score }) => score), [[0, 0], [0, 0], [1, 0], [1, 0]]);
});

test("each position has both players' pips", () => {
  assert.deepEqual(
    positions.map(({ pips }) => pips),
    [[167, 167], [164, 167], [167, 163], [167, 167]],
  );
});

test("a scene is seen from either seat", () => {
  const mine = sceneAt(positions[1], record, 0, geometry);
  assert.equal(mine.colours.mine, "bone");
  assert.deepEqual([mine.origins, mine.arrivals], [[6], [3]]);
  assert.deepEqual(mine.dice.mine.map(({ value }) => value), [3, 1]);
  const theirs = sceneAt(positions[1], record, 1, geometry);
  assert.equal(theirs.colours.mine, "tea");
  assert.deepEqual([theirs.origins, theirs.arrivals], [[19], [22]]);
  assert.deepEqual(theirs.sides.theirs, mine.sides.mine);
  assert.deepEqual(theirs.dice.theirs.map(({ value }) => value), [3, 1]);
});

test("stops on the way are not marked, and a double has four dice", () => {
  const scene = sceneAt(positions[2], record, 1, geometry);
  assert.deepEqual([scene.origins, scene.arrivals], [[24], [20]]);
  assert.equal(scene.dice.mine.length, 4);
});

test("the start shows each player's opening die, where there was one", () => {
  assert.deepEqual(sceneAt(positions[0], record, 1, geometry).dice, {
    mine: [{ value: 1, used: false }],
    theirs: [{ value: 3, used: false }],
  });
  assert.deepEqual(sceneAt(positions[3], record, 0, geometry).dice, { mine: [], theirs: [] });
});

test("the next position is walked to, the one before walked back to", () => {
  const forward = motionBetween(positions[1], positions[2], 0);
  assert.deepEqual(forward.steps.map(({ from, hit, back }) => [from, hit, back]), [
    [24, true, false],
    [22, false, false],
  ]);
  assert.equal(forward.rolled, "theirs");
  const back = motionBetween(positions[2], positions[1], 0);
  assert.deepEqual(back.steps.map(({ from, who, back: isBack }) => [from, who, isBack]), [
    [22, "theirs", true],
    [24, "theirs", true],
  ]);
  assert.equal(forward.steps[0].from, 24, "going back changes nothing");
});

test("another game is set up, and a far position of the same one is glided to", () => {
  assert.deepEqual(motionBetween(positions[2], positions[3], 0), { jump: true });
  assert.deepEqual(motionBetween(positions[0], positions[2], 0), {});
});
