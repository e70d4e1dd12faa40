// Counts the answers to a load: successes, proper rejections, and everything else as faults.
import type { Answer } from './connection.ts';
import type { Request } from './mix.ts';

export interface Loaded {
  readonly arrivals: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Successes per second, and the uncached ones among them. */
  readonly goodput: number;
  readonly goodWork: number;
  readonly successMs: Quantiles;
  readonly rejectionMs: Quantiles;
  readonly faults: Readonly<Record<string, number>>;
  /** CPU usage of the load generator in cores, and how late it sent requests. */
  readonly busy: number;
  readonly lateMs: Quantiles;
  /** The most requests that waited for a free connection. */
  readonly maxWaiting: number;
}

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** From the scheduled time of the request to its answer. */
export const MAX_MS = 5000;
const PARSE_ONE_IN = 16;

export function createTally(seconds: number) {
  const byStatus: Record<string, number> = {};
  const faults: Record<string, number> = {};
  const successMs: number[] = [];
  const rejectionMs: number[] = [];
  const lateMs: number[] = [];
  let until = 0;
  let goodInTime = 0;
  let workInTime = 0;
  let maxWaiting = 0;

  function count(counts: Record<string, number>, what: string): void {
    counts[what] = (counts[what] ?? 0) + 1;
  }

  return {
    start(): number {
      const now = performance.now();
      until = now + seconds * 1000;
      return now;
    },
    arrived(late: number, waiting: number): void {
      lateMs.push(late);
      maxWaiting = Math.max(maxWaiting, waiting);
    },
    fault: (what: string) => count(faults, what),
    enter(request: Request, answer: Answer, since: number): void {
      const now = performance.now();
      const ms = now - since;
      count(byStatus, String(answer.status));
      if (ms > MAX_MS) count(faults, `an answer after more than ${MAX_MS} ms`);
      if (answer.status === 200) {
        successMs.push(ms);
        if (now <= until) goodInTime += 1;
        if (now <= until && !request.mayBeKept) workInTime += 1;
        if (!isSuccess(answer.body, successMs.length % PARSE_ONE_IN === 0)) count(faults, 'a malformed success');
        request.taken?.(answer.body);
      } else if (answer.status === 503 || answer.status === 429) {
        rejectionMs.push(ms);
        const fault = faultOfRejection(answer);
        if (fault) count(faults, fault);
        request.refused?.();
      } else {
        count(faults, `${answer.status} ${answer.body.toString('utf8', 0, 200)}`);
      }
    },
    close: (busy: number): Loaded => ({
      arrivals: lateMs.length,
      byStatus,
      goodput: goodInTime / seconds,
      goodWork: workInTime / seconds,
      successMs: quantiles(successMs),
      rejectionMs: quantiles(rejectionMs),
      faults,
      busy,
      lateMs: quantiles(lateMs),
      maxWaiting,
    }),
  };
}

/** Parsing every body would make the load generator the bottleneck. */
function isSuccess(body: Buffer, parse: boolean): boolean {
  if (parse) return Object.hasOwn(JSON.parse(body.toString()), 'response');
  return body[0] === 0x7b && body[body.length - 1] === 0x7d;
}

/** The required parts of every rejection. */
function faultOfRejection({ status, head, body }: Answer): string | undefined {
  const { code, response, status: flag } = JSON.parse(body.toString());
  const wanted = status === 503 ? 'unavailable' : 'rate_limited';
  if (code !== wanted || flag !== false || typeof response !== 'string') return `a malformed ${status}`;
  if (!/\r\nretry-after: [1-9]\d*(\r\n|$)/i.test(head)) return `a ${status} without Retry-After`;
  if (!/\r\nx-request-id: [\w.:-]+/i.test(head)) return `a ${status} without X-Request-Id`;
  if (!/\r\naccess-control-allow-origin: \*/i.test(head)) return `a ${status} that a web app may not read`;
  return undefined;
}

function quantiles(values: number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
