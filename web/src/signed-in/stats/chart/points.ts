// The points of a series as the chart and its table show them.
import type { Series } from '../../../../../clients/typescript/index.ts';
import { isStored } from '../change.ts';
import type { Metric } from '../view/stats-view.ts';

type SeriesPoint = Series['points'][number];

export interface ChartPoint {
  readonly at: SeriesPoint;
  /** At the same index of the compared period. */
  readonly before: SeriesPoint | undefined;
  /** An hour that clocks show twice. */
  readonly isRepeated: boolean;
  /** It lies in the future: there is nothing to draw. */
  readonly isFuture: boolean;
  /** The interval that goes on now. */
  readonly isUnfinished: boolean;
  /** From before single visits were kept: with filters, nothing is known. */
  readonly isUnknown: boolean;
}

/** `now` in milliseconds; `today` as `2026-11-16`, in the time zone of the series. */
export function chartPoints(series: Series, now: number, today: string): ChartPoint[] {
  const { points, compare, events_since: since, to } = series;
  const starts = points.map(({ start }) => Date.parse(start));
  const known = since === undefined ? Number.NEGATIVE_INFINITY : since === null ? now : Date.parse(since);
  return points.map((at, index) => {
    const [start, end = Number.POSITIVE_INFINITY] = starts.slice(index, index + 2) as [number, number?];
    return {
      at,
      before: isStored(compare?.points[index]?.start ?? at.start, since) ? compare?.points[index] : undefined,
      isRepeated: [points[index - 1], points[index + 1]].some((other) => other?.date === at.date),
      isFuture: start > now,
      isUnfinished: start <= now && now < end && to >= today,
      isUnknown: end <= known,
    };
  });
}

export function figureOf(point: SeriesPoint, metric: Metric): number | null {
  return point[metric];
}
