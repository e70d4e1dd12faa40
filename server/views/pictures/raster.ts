// A drawing as pixels. Shapes are filled by exact coverage: each edge adds what it covers to the cells it runs through,
// and a sum along the row then says how much of every pixel lies inside. So there is no sampling, and edges are smooth
// at any size.

import type { Drawing, Ground, Shape } from './drawing.ts';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each, the colours multiplied by the alpha. */
  data: Uint8ClampedArray;
}

type Colour = readonly [red: number, green: number, blue: number];

export function rasterise(drawing: Drawing, scale = 1): Pixels {
  const [width, height] = [Math.round(drawing.width * scale), Math.round(drawing.height * scale)];
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  if (drawing.ground) fillGround(pixels, drawing.ground);
  for (const shape of drawing.shapes) fillShape(pixels, shape, scale);
  return pixels;
}

function fillGround({ width, height, data }: Pixels, { from, to, towards, lights }: Ground): void {
  const [start, end] = [colourOf(from), colourOf(to)];
  const shining = lights.map(({ colour, centre, radius }) => ({ colour: colourOf(colour), ...centre, radius }));
  const length = towards.x ** 2 + towards.y ** 2;
  for (let row = 0, at = 0; row < height; row++) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column++, at += 4) {
      const x = (column + 0.5) / width;
      const part = Math.min(1, (x * towards.x + y * towards.y) / length);
      let red = start[0] + (end[0] - start[0]) * part;
      let green = start[1] + (end[1] - start[1]) * part;
      let blue = start[2] + (end[2] - start[2]) * part;
      for (const light of shining) {
        const share = Math.max(0, 1 - Math.sqrt((x - light.x) ** 2 + (y - light.y) ** 2) / light.radius);
        red += (light.colour[0] - red) * share;
        green += (light.colour[1] - green) * share;
        blue += (light.colour[2] - blue) * share;
      }
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      data[at + 3] = 255;
    }
  }
}

function fillShape({ width, height, data }: Pixels, shape: Shape, scale: number): void {
  const { x = 0, y = 0, opacity = 1 } = shape;
  const edges = edgesOf(shape.path, x, y, scale);
  const box = boxOf(edges, width, height);
  if (box.left >= box.right || box.top >= box.bottom) return;
  const covered = coverage(edges, box);
  const [red, green, blue] = colourOf(shape.colour);
  for (let row = box.top, cell = 0; row < box.bottom; row++, cell += SPARE) {
    let sum = 0;
    for (let column = box.left; column < box.right; column++, cell++) {
      sum += covered[cell]!;
      const share = Math.min(1, Math.abs(sum)) * opacity;
      if (share < 0.001) continue;
      const at = (row * width + column) * 4;
      const rest = 1 - share;
      data[at] = data[at]! * rest + red * share;
      data[at + 1] = data[at + 1]! * rest + green * share;
      data[at + 2] = data[at + 2]! * rest + blue * share;
      data[at + 3] = data[at + 3]! * rest + 255 * share;
    }
  }
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The pixels of the picture that a shape may touch. */
function boxOf(edges: readonly Edge[], width: number, height: number): Box {
  const box = { left: width, right: 0, top: height, bottom: 0 };
  for (const [x, y] of edges) {
    box.left = Math.min(box.left, Math.floor(x));
    box.right = Math.max(box.right, Math.ceil(x));
    box.top = Math.min(box.top, Math.floor(y));
    box.bottom = Math.max(box.bottom, Math.ceil(y));
  }
  const { left, right, top, bottom } = box;
  return {
    left: Math.max(0, left),
    right: Math.min(width, right),
    top: Math.max(0, top),
    bottom: Math.min(height, bottom),
  };
}

type Edge = readonly [x: number, y: number, toX: number, toY: number];

/** Curves become as many straight lines as their size asks for. */
function edgesOf(path: string, x: number, y: number, scale: number): Edge[] {
  const edges: Edge[] = [];
  let [startX, startY, atX, atY] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    edges.push([atX, atY, toX, toY]);
    [atX, atY] = [toX, toY];
  };
  for (const [, command, numbers] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const places = (numbers!.match(/-?[\d.]+/g) ?? []).map(
      (number, index) => (Number(number) + [x, y][index % 2]!) * scale,
    );
    const [aX = startX, aY = startY, bX = 0, bY = 0] = places;
    if (command === 'M') [startX, startY, atX, atY] = [aX, aY, aX, aY];
    else if (command !== 'Q') lineTo(aX, aY);
    else {
      const [fromX, fromY] = [atX, atY];
      const steps = Math.ceil(Math.sqrt(Math.hypot(fromX - 2 * aX + bX, fromY - 2 * aY + bY))) + 1;
      for (let step = 1; step <= steps; step++) {
        const [t, u] = [step / steps, 1 - step / steps];
        lineTo(u * u * fromX + 2 * u * t * aX + t * t * bX, u * u * fromY + 2 * u * t * aY + t * t * bY);
      }
    }
  }
  return edges;
}

/** What an edge at the very right of the box adds to cells beyond it. */
const SPARE = 2;

/** For each pixel of the box, by how much more or less of it is inside than of the one to its left. */
function coverage(edges: readonly Edge[], { left, right, top, bottom }: Box): Float32Array {
  const width = right - left;
  const stride = width + SPARE;
  const cells = new Float32Array(stride * (bottom - top));
  const within = (x: number) => Math.min(width, Math.max(0, x - left));
  for (const [fromX, fromY, toX, toY] of edges) {
    if (fromY === toY) continue;
    const way = fromY < toY ? 1 : -1;
    const [highX, highY, lowX, lowY] = way > 0 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
    const slope = (lowX - highX) / (lowY - highY);
    for (let row = Math.max(top, Math.floor(highY)); row < Math.min(bottom, Math.ceil(lowY)); row++) {
      const [begin, end] = [Math.max(row, highY), Math.min(row + 1, lowY)];
      const one = within(highX + (begin - highY) * slope);
      const other = within(highX + (end - highY) * slope);
      cross(cells, (row - top) * stride, Math.min(one, other), Math.max(one, other), (end - begin) * way);
    }
  }
  return cells;
}

/** An edge through one row, from `left` to `right`, over `height` of it. */
function cross(cells: Float32Array, start: number, left: number, right: number, height: number): void {
  const first = Math.floor(left);
  const last = Math.max(first + 1, Math.ceil(right));
  let before = 0;
  for (let column = first; column < last; column++) {
    // The part of the pixel that lies to the right of the edge, summed over where the edge runs.
    const inside = height * insideOf(column, left, right);
    cells[start + column]! += inside - before;
    before = inside;
  }
  cells[start + last]! += height - before;
}

/** How much of a pixel is to the right of an edge that runs evenly from `left` to `right`. */
function insideOf(column: number, left: number, right: number): number {
  if (right - left < 1e-9) return Math.min(1, Math.max(0, column + 1 - left));
  const area = (x: number) =>
    x <= left ? 0 : x >= right ? x - (left + right) / 2 : (x - left) ** 2 / (2 * (right - left));
  return area(column + 1) - area(column);
}

function colourOf(hex: string): Colour {
  const long = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const value = Number.parseInt(long.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
