// Makes requests, in a process of its own: so that it takes no time from what it measures, and is warm from one load to
// the next.
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly connections: number;
  readonly seconds: number;
  /** Answers lead elsewhere, as they should. */
  readonly isRedirect?: boolean | undefined;
  /** The number of pages to choose from for each request: `/name-1` and so on, in place of the path of `url`. */
  readonly pages?: { readonly name: string; readonly count: number } | undefined;
}

export interface Loaded {
  readonly perSecond: number;
  /** What making the requests took. */
  readonly cpuSeconds: number;
  readonly failures: number;
}

process.on('message', async ({ url, headers, body, connections, seconds, isRedirect, pages }: Load) => {
  const before = process.cpuUsage();
  const { requests, duration, errors, non2xx, ...answers } = await autocannon({
    url,
    headers,
    body,
    connections,
    duration: seconds,
    ...(pages && { requests: [{ setupRequest: (request) => ({ ...request, path: somePage(pages) }) }] }),
  });
  const { user, system } = process.cpuUsage(before);
  process.send!({
    perSecond: requests.total / duration,
    cpuSeconds: (user + system) / 1e6,
    failures: errors + non2xx - (isRedirect ? answers['3xx'] : 0),
  } satisfies Loaded);
});

function somePage({ name, count }: NonNullable<Load['pages']>): string {
  return `/${name}-${1 + Math.floor(Math.random() * count)}`;
}
