// A response that knows whether its request counts as in flight. A request counts while the server works on it: not
// while its body arrives or its response is read, because only the client decides how long that takes.
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface RequestCounts {
  /** Requests in flight. */
  active: number;
  /** In-flight requests that missed the cache. */
  working: number;
  /** Total number of requests that stopped working. */
  finished: number;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

export class TrackedResponse extends ServerResponse {
  /** Set while the request is counted. */
  counts: RequestCounts | undefined;
  isWorking = false;
  /** Set while the request is paused. */
  paused: RequestCounts | undefined;

  count(counts: RequestCounts): void {
    this.counts = counts;
    counts.active += 1;
  }

  work(): void {
    if (this.counts === undefined || this.isWorking) return;
    this.isWorking = true;
    this.counts.working += 1;
  }

  release(): void {
    const { counts } = this;
    if (counts === undefined) return;
    this.counts = undefined;
    counts.active -= 1;
    if (!this.isWorking) return;
    this.isWorking = false;
    counts.working -= 1;
    counts.finished += 1;
  }

  /** Until it resumes, the request waits in a queue that has a limit of its own. */
  pause(): void {
    const { counts } = this;
    if (counts === undefined) return;
    this.paused = counts;
    this.counts = undefined;
    counts.active -= 1;
    if (this.isWorking) counts.working -= 1;
  }

  /** Independent of the current limits: the request was admitted. */
  resume(): void {
    const { paused } = this;
    this.paused = undefined;
    if (paused === undefined || this.closed) return;
    this.count(paused);
    if (this.isWorking) paused.working += 1;
  }

  /** Node calls this for every response, also if the headers are implicit. */
  override writeHead(status: number, reason?: string, headers?: Headers): this;
  override writeHead(status: number, headers?: Headers): this;
  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    this.release();
    return super.writeHead(status, reason as string, headers);
  }
}
