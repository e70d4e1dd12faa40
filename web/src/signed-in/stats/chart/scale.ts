// Where a value is drawn.

/** Round values from 0 to at least the maximum: three to six of them. */
export function roundTicks(max: number, isWhole = true): number[] {
  if (max <= 0) return isWhole ? [0, 1] : [0, 0.01];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const length = isWhole ? Math.max(1, Math.ceil(step)) : step;
  const count = Math.ceil(max / length - 1e-9);
  // Multiplied, not added up: 0.1 + 0.2 is not 0.3.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * length).toPrecision(12)));
}

/** Which of many labels have room, evenly, ending with the last. */
export function spreadLabels(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  const chosen: number[] = [];
  for (let at = count - 1; at >= 0; at -= every) chosen.unshift(at);
  return chosen;
}
