// Makes requests, in a process of its own: so that it takes no time from what it measures, and is warm from one load to
// the next.
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly connections: number;
  readonly seconds: number;
}

export interface Loaded {
  readonly perSecond: number;
  /** What making the requests took. */
  readonly cpuSeconds: number;
  readonly failures: number;
}

process.on('message', async ({ url, headers, body, connections, seconds }: Load) => {
  const before = process.cpuUsage();
  const { requests, duration, errors, non2xx } = await autocannon({
    url,
    headers,
    body,
    connections,
    duration: seconds,
  });
  const { user, system } = process.cpuUsage(before);
  process.send!({
    perSecond: requests.total / duration,
    cpuSeconds: (user + system) / 1e6,
    failures: errors + non2xx,
  } satisfies Loaded);
});
