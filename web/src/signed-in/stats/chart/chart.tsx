// The chart over time: our own SVG, read with a mouse, a finger or the arrow keys. Behind it is a table with the same numbers.
// Time runs from left to right in every language, as in other statistics: so do the numbers on its axes.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Series } from '../../../../../clients/typescript/index.ts';
import { directionOf } from '../../../../../contract/languages.ts';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { isolated } from '../../../isolation.ts';
import type { Metric } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './chart.module.css';
import { type ChartPoint, figureOf } from './points.ts';
import { roundTicks, spreadLabels } from './scale.ts';

const HEIGHT = 260;
const TOP = 12;
const BOTTOM = 28;
const END = 8;
const LABEL_WIDTH = 74;
const DIGIT_WIDTH = 7.5;

interface ChartProps {
  series: Series;
  points: readonly ChartPoint[];
  metric: Metric;
  /** What is drawn, such as "Visits". */
  title: string;
  words: Words;
  /** For the file of the picture. */
  svg: RefObject<SVGSVGElement | null>;
}

export function Chart({ series, points, metric, title, words, svg }: ChartProps) {
  const { t, i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [reading, setReading] = useState<number>();
  const hintId = useId();
  const last = points.length - 1;
  const current = reading === undefined ? undefined : Math.min(reading, last);

  const now = points.map(({ at, isFuture }) => (isFuture ? null : figureOf(at, metric)));
  const before = points.map((point) => (point.before ? figureOf(point.before, metric) : null));
  const largest = Math.max(0, ...now.map((value) => value ?? 0), ...before.map((value) => value ?? 0));
  const ticks = roundTicks(largest, metric !== 'click_through');
  const labels = ticks.map((tick) => words.axis(metric, tick));
  const start = Math.ceil(Math.max(...labels.map(({ length }) => length)) * DIGIT_WIDTH) + 12;
  const room = Math.max(1, width - start - END);
  const x = (index: number) => start + (last === 0 ? room / 2 : (index / last) * room);
  const y = (value: number) => TOP + (1 - value / ticks.at(-1)!) * (HEIGHT - TOP - BOTTOM);

  const textOf = (index: number) => readOut(points[index]!, series, metric, words);
  const move = (event: KeyboardEvent) => {
    const at = current ?? -1;
    const next = {
      ArrowRight: Math.min(at + 1, last),
      ArrowLeft: at < 0 ? last : Math.max(at - 1, 0),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') setReading(undefined);
    if (next === undefined) return;
    event.preventDefault();
    setReading(next);
  };
  const point = (event: PointerEvent) => {
    const { left } = box.current!.getBoundingClientRect();
    const nearest = ((event.clientX - left - start) / room) * last;
    setReading(Math.min(Math.max(Math.round(nearest || 0), 0), last));
  };

  return (
    <div
      ref={box}
      dir="ltr"
      className={styles.chart}
      role="application"
      aria-label={t`Chart: ${title}`}
      aria-describedby={hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read with the arrow keys.
      tabIndex={0}
      onKeyDown={move}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setReading(undefined)}
      onBlur={() => setReading(undefined)}
    >
      <span id={hintId} hidden>
        {t`Move through the points with the arrow keys. The table below has the same numbers.`}
      </span>
      <svg ref={svg} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <Unknown points={points} x={x} />
        {ticks.map((tick, index) => (
          <g key={tick}>
            <line x1={start} x2={width - END} y1={y(tick)} y2={y(tick)} className={styles.grid} />
            <text x={start - 8} y={y(tick)} dy="0.32em" textAnchor="end" className={styles.label}>
              {isolated(labels[index]!)}
            </text>
          </g>
        ))}
        {spreadLabels(points.length, Math.floor(room / LABEL_WIDTH)).map((index) => (
          <text
            key={points[index]!.at.start}
            x={x(index)}
            y={HEIGHT - 8}
            textAnchor={index === last && last > 0 ? 'end' : index === 0 && last > 0 ? 'start' : 'middle'}
            className={styles.label}
          >
            {isolated(words.tick(points[index]!.at.date, series.interval))}
          </text>
        ))}
        <Line values={before} x={x} y={y} className={styles.before!} />
        <Now points={points} values={now} x={x} y={y} />
        {current !== undefined && (
          <g>
            <line x1={x(current)} x2={x(current)} y1={TOP} y2={HEIGHT - BOTTOM} className={styles.cursor} />
            {before[current] !== null && (
              <circle cx={x(current)} cy={y(before[current]!)} r={4} className={styles.beforeDot} />
            )}
            {now[current] !== null && <circle cx={x(current)} cy={y(now[current]!)} r={5} className={styles.dot} />}
          </g>
        )}
      </svg>
      {current !== undefined && (
        <div
          dir={directionOf(i18n.locale)}
          className={styles.tip}
          aria-hidden="true"
          style={x(current) > width / 2 ? { right: width - x(current) + 12 } : { left: x(current) + 12 }}
        >
          <Tip point={points[current]!} {...{ series, metric, title, words }} />
        </div>
      )}
      <VisuallyHidden>
        <span aria-live="polite" data-reading>
          {current !== undefined && textOf(current)}
        </span>
      </VisuallyHidden>
    </div>
  );

  function readOut(of: ChartPoint, { interval, timezone }: Series, by: Metric, say: Words): string {
    const date = say.date({ ...of.at, isRepeated: of.isRepeated, timezone }, interval);
    const value = of.isFuture ? t`not yet` : of.isUnknown ? t`not known` : say.figure(by, figureOf(of.at, by));
    const sentence = of.isUnfinished ? t`${date}, so far: ${value}` : t`${date}: ${value}`;
    if (!of.before) return sentence;
    const earlier = say.figure(by, figureOf(of.before, by));
    const earlierDate = say.date({ ...of.before, timezone }, interval);
    return t`${sentence}. Before, ${earlierDate}: ${earlier}`;
  }
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const measure = () => setWidth(box.current!.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

interface Placing {
  x: (index: number) => number;
  y: (value: number) => number;
}

/** With gaps where nothing is known. A point between two gaps is a dot. */
function Line({ values, x, y, className }: Placing & { values: readonly (number | null)[]; className: string }) {
  return (
    <>
      {runsOf(values).map(([from, to]) => {
        const run = values.slice(from, to + 1) as number[];
        const line = run.map((value, index) => `${round(x(from + index))} ${round(y(value))}`);
        return from === to ? (
          <circle key={from} cx={x(from)} cy={y(run[0]!)} r={3} className={styles.lonely} />
        ) : (
          <path key={from} d={`M${line.join('L')}`} className={className} />
        );
      })}
    </>
  );
}

/** The line with the area below it. What goes on now is dashed. */
function Now({
  points,
  values,
  x,
  y,
}: Placing & { points: readonly ChartPoint[]; values: readonly (number | null)[] }) {
  const unfinished = points.findIndex(({ isUnfinished }) => isUnfinished);
  const finished = unfinished < 0 ? values : values.map((value, index) => (index < unfinished ? value : null));
  const [first, lastOfLine] = runsOf(finished)[0] ?? [];
  const end = unfinished > 0 && values[unfinished] !== null ? unfinished : undefined;
  return (
    <>
      {runsOf(finished).map(([from, to]) => {
        const line = finished
          .slice(from, to + 1)
          .map((value, index) => `${round(x(from + index))} ${round(y(value!))}`);
        return <path key={from} d={`M${round(x(from))} ${y(0)}L${line.join('L')}V${y(0)}Z`} className={styles.area} />;
      })}
      {first !== undefined && lastOfLine !== undefined && (
        <Line values={finished} x={x} y={y} className={styles.now!} />
      )}
      {end !== undefined && values[end - 1] !== null && (
        <path
          d={`M${round(x(end - 1))} ${round(y(values[end - 1]!))}L${round(x(end))} ${round(y(values[end]!))}`}
          className={styles.unfinished}
          data-unfinished
        />
      )}
      {unfinished === 0 && values[0] !== null && (
        <circle cx={x(0)} cy={y(values[0]!)} r={4} className={styles.lonely} />
      )}
    </>
  );
}

/** Shades the time of which single visits are not kept any more. */
function Unknown({ points, x }: { points: readonly ChartPoint[]; x: (index: number) => number }) {
  const count = points.filter(({ isUnknown }) => isUnknown).length;
  if (count === 0) return null;
  const end = Math.min(count, points.length - 1);
  return (
    <rect
      x={x(0)}
      width={Math.max(2, x(end) - x(0))}
      y={TOP}
      height={HEIGHT - TOP - BOTTOM}
      className={styles.unknown}
    />
  );
}

interface TipProps {
  point: ChartPoint;
  series: Series;
  metric: Metric;
  title: string;
  words: Words;
}

function Tip({ point, series: { interval, timezone }, metric, title, words }: TipProps) {
  const { t } = useLingui();
  const { at, before, isRepeated, isUnfinished, isFuture, isUnknown } = point;
  const value = isFuture ? t`not yet` : isUnknown ? t`not known` : words.figure(metric, figureOf(at, metric));
  return (
    <>
      <p className={styles.tipTitle}>{title}</p>
      <p className={styles.tipRow}>
        <i className={styles.nowKey} />
        <span>{words.date({ ...at, isRepeated, timezone }, interval)}</span>
        <b>{value}</b>
      </p>
      {before && (
        <p className={styles.tipRow}>
          <i className={styles.beforeKey} />
          <span>{words.date({ ...before, timezone }, interval)}</span>
          <b>{words.figure(metric, figureOf(before, metric))}</b>
        </p>
      )}
      {isUnfinished && <p className={styles.tipNote}>{t`Not over yet`}</p>}
    </>
  );
}

/** First and last index of each part without gaps. */
function runsOf(values: readonly (number | null)[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const run = runs.at(-1);
    if (run && run[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
