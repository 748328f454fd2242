import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { scripts } from "../../scripts.mjs";

const { BAR, CHECKERS, Layout, OFF, POINTS, seen } = await scripts("board/js/geometry.js");
const { diceText } = await scripts("board/js/marks.js");

const [geometry, mirrored] = ["geometry.json", "mirrored.json"].map((name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url))),
);
const layoutsOf = (one) => Object.keys(one.layouts).map((name) => new Layout(one, name));
const plain = layoutsOf(geometry);
const mirrors = layoutsOf(mirrored);
const layouts = [...plain, ...mirrors];

test("up to five checkers stand at full pitch, more share the height of five", () => {
  for (const layout of layouts) {
    const height = (count) =>
      Math.abs(layout.pointSpot(6, count - 1, count).y - layout.pointSpot(6, 0, count).y);
    const { checker } = layout.shape;
    for (let count = 1; count <= CHECKERS; count += 1) {
      const wanted = checker * Math.min(4, count - 1);
      assert.ok(Math.abs(height(count) - wanted) < 1, `${layout.name} ${count}`);
    }
  }
});

test("the opponent's places are seen from the viewer's side, in both families", () => {
  assert.equal(seen(geometry, "theirs", "short", 6), 19);
  assert.equal(seen(geometry, "theirs", "long", 24), 12);
  assert.equal(seen(geometry, "theirs", "long", 6), 18);
  assert.equal(seen(geometry, "mine", "long", 6), 6);
  for (const family of ["short", "long"]) {
    for (const place of [OFF, ...POINTS, BAR]) {
      const there = seen(geometry, "theirs", family, place);
      assert.equal(seen(geometry, "theirs", family, there), place);
    }
  }
});

test("both players' checkers on one point lie in the same place", () => {
  for (const layout of layouts) {
    assert.deepEqual(
      layout.spot("theirs", "short", 1, 0, 1),
      layout.spot("mine", "short", 24, 0, 1),
    );
    assert.deepEqual(
      layout.spot("theirs", "long", 24, 2, 9),
      layout.spot("mine", "long", 12, 2, 9),
    );
  }
});

test("hit checkers wait on the half of the home that they enter", () => {
  for (const layout of layouts) {
    const middle = layout.shape.height / 2;
    assert.ok(layout.spot("mine", "short", BAR, 0, 1).y < middle);
    assert.ok(layout.spot("theirs", "short", BAR, 0, 1).y > middle);
  }
});

test("every checker lies in the area of its place", () => {
  for (const layout of layouts) {
    for (const place of [...POINTS, BAR, OFF]) {
      const { x, y } = layout.spot("mine", "short", place, 0, 1);
      assert.equal(layout.nearest(x, y, [...POINTS, BAR, OFF]), place);
    }
  }
});

test("a finger beside a place finds it, one farther away does not", () => {
  const [layout] = layouts;
  const { x, y, height } = layout.area(6);
  assert.equal(layout.nearest(x - 15, y + height / 2, [6, 4], 20), 6);
  assert.equal(layout.nearest(x - 25, y + height / 2, [6, 4], 20), null);
  assert.equal(layout.nearest(x + 190, y + height / 2, [6, 4], 20), 4);
});

test("with the home on the left a place lies where a mirror shows it, the dice do not", () => {
  plain.forEach((layout, index) => {
    const mirror = mirrors[index];
    const { width } = layout.shape;
    const near = (one, other) => assert.ok(Math.abs(one - other) < 0.11, `${one} ${other}`);
    for (const family of ["short", "long"]) {
      for (const who of ["mine", "theirs"]) {
        for (const place of [OFF, ...POINTS, BAR]) {
          const there = layout.spot(who, family, place, 2, 5);
          const here = mirror.spot(who, family, place, 2, 5);
          near(here.x, width - there.x);
          near(here.y, there.y);
        }
      }
    }
    for (const place of [OFF, ...POINTS, BAR]) {
      const there = layout.area(place);
      const here = mirror.area(place);
      near(here.x, width - there.x - there.width);
      assert.deepEqual([here.y, here.height], [there.y, there.height]);
    }
    for (const point of POINTS) near(mirror.numberSpot(point).x, width - layout.numberSpot(point).x);
    const right = mirror.dieSpots("mine", 4);
    assert.ok(right[0].x > mirror.shape.bars.mine[0], "at the right hand");
    assert.ok(mirror.dieSpots("theirs", 4)[3].x < mirror.shape.bars.mine[0]);
    assert.ok(right[0].x < right[3].x, "from left to right");
  });
});

test("a disc names the dice in the order of play", () => {
  assert.equal(diceText([4]), "4");
  assert.equal(diceText([4, 2]), "4+2");
  assert.equal(diceText([3, 3]), "3+3");
  assert.equal(diceText([3, 3, 3, 3]), "3×4");
});
