/**
 * Reads the geometry that the server writes into the page.
 *
 * Places are 0 (borne off), 1 to 24 and 25 (the bar). `who` is "mine" or
 * "theirs", as the viewer sees it. Lengths are hundredths of a point's width.
 */

export const OFF = 0;
export const BAR = 25;
export const POINTS = Array.from({ length: 24 }, (_, index) => index + 1);
export const FULL_STACK = 5;
export const CHECKERS = 15;
const QUARTER = 25;

export const isPoint = (place) => place > OFF && place < BAR;

export function geometryRead(id = "board-geometry") {
  return JSON.parse(document.getElementById(id).textContent);
}

/** The viewer's number of a place that its owner calls `place`. */
export function seen(geometry, who, family, place) {
  return who === "mine" ? place : geometry.opposite[family][place];
}

/** One shape of the board. */
export class Layout {
  constructor(geometry, name) {
    this.name = name;
    this.geometry = geometry;
    this.shape = geometry.layouts[name];
  }

  /** The centre of checker `index` (from 0) of `count` on a point of the viewer's. */
  pointSpot(point, index, count) {
    return along(this.shape.points[point], this.shape.pitches.point, index, count);
  }

  /** The same for any place in its owner's numbering. */
  spot(who, family, place, index, count) {
    if (place === OFF) {
      return along(this.shape.offs[who], this.shape.pitches.off, index, CHECKERS);
    }
    if (place === BAR) {
      return along(this.shape.bars[who], this.shape.pitches.bar, index, count);
    }
    const point = seen(this.geometry, who, family, place);
    return this.pointSpot(point, index, count);
  }

  /** The centres of `count` dice, side by side at their owner's right hand. */
  dieSpots(who, count) {
    const [x, y] = this.shape.dice[who];
    const { pitch, doublePitch } = this.geometry.die;
    const apart = count > 2 ? doublePitch : pitch;
    const first = x - (apart * (count - 1)) / 2;
    return Array.from({ length: count }, (_, index) => ({ x: first + apart * index, y }));
  }

  /** Where the number of a point is written. */
  numberSpot(point) {
    const { top, bottom } = this.shape.numbers;
    return { x: this.shape.points[point][0], y: point <= 12 ? bottom : top };
  }

  /** Where a point's drawing stands: its base's middle, upright or turned over. */
  pointTransform(point) {
    const { x, y, height } = this.area(point);
    const near = point <= 12;
    const base = near ? y + height : y;
    return `translate(${x + 50} ${base})${near ? "" : " scale(1 -1)"}`;
  }

  /** The rectangle that belongs to one of the viewer's own places. */
  area(place) {
    const { trays, fieldHeight, height, bars } = this.shape;
    const top = (height - fieldHeight) / 2;
    const half = fieldHeight / 2;
    if (place === OFF) {
      const [x, y, width, boxHeight] = trays.mine;
      return { x, y, width, height: boxHeight };
    }
    if (place === BAR) return { x: bars.mine[0] - 54, y: top, width: 108, height: half };
    const x = this.shape.points[place][0] - 50;
    return { x, y: place <= 12 ? top + half : top, width: 100, height: half };
  }

  /** Of `places`, the one nearest to x, y, at most `slack` beyond its edge; or null. */
  nearest(x, y, places, slack = 0) {
    let best = null;
    let least = slack;
    for (const place of places) {
      const away = distance(this.area(place), x, y);
      if (away <= least) {
        best = place;
        least = away;
        if (away === 0) return place;
      }
    }
    return best;
  }

  /**
   * The place that a finger at x, y means, of `places`: the one it is on. Beside them
   * all it means what is `live` up to `finger` away, and on a border what is live
   * across it: a quarter of a point at most, so that no other's middle is ever taken.
   */
  meant(x, y, places, live, { finger, border }) {
    const exact = this.nearest(x, y, places);
    if (live.includes(exact)) return exact;
    const slack = exact === null ? finger : Math.min(border, QUARTER);
    return this.nearest(x, y, live, slack) ?? exact;
  }
}

function along([x, y, dx, dy], pitches, index, count) {
  const far = index * pitches[Math.min(count, CHECKERS)];
  return { x: x + dx * far, y: y + dy * far };
}

function distance(area, x, y) {
  const dx = Math.max(area.x - x, 0, x - area.x - area.width);
  const dy = Math.max(area.y - y, 0, y - area.y - area.height);
  return Math.hypot(dx, dy);
}
