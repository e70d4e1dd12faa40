// Findings of one overload, compared with the documented behaviour.
import type { Finding } from '../drill.ts';
import { thousands } from '../figures.ts';
import type { Loaded, Quantiles } from './tally.ts';
import type { Watch } from './watch.ts';

/** The peak, the overload, the time after it, and the peak again. */
export interface Stage {
  readonly before: Loaded;
  readonly overloaded: Loaded;
  readonly seconds: number;
  readonly withRate: boolean;
  readonly seen: Watch;
  readonly recovered: Loaded;
  readonly after: Loaded;
}

export const RECOVERY_MS = 1000;
const MIN_GOODPUT = 0.9;
const MAX_SUCCESS_MS = 500;
const MAX_RSS = 768 * 2 ** 20;
/** Allowed growth; the store's caches fill up with use. */
const MAX_GROWTH = 64 * 2 ** 20;
const MAX_BUSY = 0.9;

export function goodputShare({ before, overloaded, after }: Stage): number {
  return overloaded.goodput / ((before.goodput + after.goodput) / 2);
}

export function findingsOf(stage: Stage, factor: number): Finding[] {
  const { before, after, overloaded, recovered } = stage;
  const peak = (before.goodput + after.goodput) / 2;
  const peakWork = (before.goodWork + after.goodWork) / 2;
  return [
    { what: 'peak', figure: `${thousands(before.goodput)}/s before, ${thousands(after.goodput)}/s after`, met: true },
    offeredLoad(stage, peak, factor),
    answers(stage),
    {
      what: 'goodput ÷ peak',
      figure: `${goodputShare(stage).toFixed(2)} (${thousands(overloaded.goodput)}/s)`,
      target: `≥ ${MIN_GOODPUT}`,
      met: goodputShare(stage) >= MIN_GOODPUT,
    },
    {
      what: '… of uncached requests only',
      figure: `${(overloaded.goodWork / peakWork).toFixed(2)} (${thousands(overloaded.goodWork)} ÷ ${thousands(peakWork)}/s)`,
      met: true,
    },
    {
      what: 'latency of successes',
      figure: times(overloaded.successMs),
      target: `99 % within ${MAX_SUCCESS_MS} ms`,
      met: overloaded.successMs.p99 <= MAX_SUCCESS_MS,
    },
    { what: 'latency of rejections', figure: times(overloaded.rejectionMs), met: true },
    ...watched(stage.seen),
    {
      what: `${RECOVERY_MS / 1000} s later, at a quarter of the peak`,
      figure: `${statuses(recovered)}; ${times(recovered.successMs)}`,
      target: `only 200, 99 % within ${MAX_SUCCESS_MS} ms`,
      met: isOnly(recovered, ['200']) && recovered.successMs.p99 <= MAX_SUCCESS_MS,
    },
  ];
}

function offeredLoad({ overloaded, seconds }: Stage, peak: number, factor: number): Finding {
  const { arrivals, busy, lateMs } = overloaded;
  const times = arrivals / seconds / peak;
  return {
    what: 'offered load',
    figure: `${thousands(arrivals / seconds)}/s, ${times.toFixed(2)} × the peak, for ${seconds} s; load generator at ${percent(busy)} of a core, late by ${lateMs.p50.toFixed(1)} ms (99 %: ${Math.round(lateMs.p99)})`,
    target: `≥ ${factor - 0.1} ×, below ${percent(MAX_BUSY)}`,
    met: times >= factor - 0.1 && busy < MAX_BUSY,
  };
}

function answers({ overloaded, withRate }: Stage): Finding {
  const allowed = withRate ? ['200', '429', '503'] : ['200', '503'];
  return {
    what: 'answers',
    figure: statuses(overloaded),
    target: `only ${allowed.join(', ')}, each at least once and in the documented shape`,
    met: isOnly(overloaded, allowed) && allowed.every((status) => overloaded.byStatus[status]),
  };
}

function watched({ rssBytes, probes, slowestMs }: Watch): Finding[] {
  const half = rssBytes[rssBytes.length >> 1] ?? 0;
  const end = rssBytes.at(-1) ?? 0;
  const peak = Math.max(...rssBytes);
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    {
      what: '/health and /ready under overload',
      figure: `${probes}, slowest ${Math.round(slowestMs)} ms`,
      target: 'only 200',
      met: /^[\d,]+ × 200$/.test(probes),
    },
    {
      what: 'memory',
      figure: `${mib(rssBytes[0] ?? 0)} at the start, ${mib(half)} halfway, ${mib(end)} at the end, at most ${mib(peak)}`,
      target: `at most ${mib(MAX_GROWTH)} more in the second half, peak at most ${mib(MAX_RSS)}`,
      met: end - half <= MAX_GROWTH && peak <= MAX_RSS,
    },
  ];
}

export function summary(loaded: Loaded): string {
  return `${thousands(loaded.goodput)}/s good, ${times(loaded.successMs)}; ${statuses(loaded)}; loader at ${percent(loaded.busy)}`;
}

function isOnly({ byStatus, faults }: Loaded, allowed: readonly string[]): boolean {
  return Object.keys(faults).length === 0 && Object.keys(byStatus).every((status) => allowed.includes(status));
}

function statuses({ byStatus, faults }: Loaded): string {
  return Object.entries({ ...byStatus, ...faults })
    .map(([what, count]) => `${thousands(count)} × ${what}`)
    .join(', ');
}

function times({ p50, p99, max }: Quantiles): string {
  return `${p50.toFixed(p50 < 10 ? 1 : 0)} ms (99 %: ${Math.round(p99)}, max ${Math.round(max)})`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
