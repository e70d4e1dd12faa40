// What goes wrong with every visit is told now and then: a line for each would bury what else there is to read.

const TELL_EVERY_MS = 5000;

export function seldom<Details extends unknown[]>(tell: (...details: Details) => void): (...details: Details) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (...details) => {
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    tell(...details);
  };
}
