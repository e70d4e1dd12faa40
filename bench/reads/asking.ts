// A read with its parameters as the JSON body of the GET, which is never cached.
import { Agent, request } from 'node:http';
import type { Measurable } from '../../drill/support/processes.ts';
import type { Prepared } from '../database.ts';

export interface Read {
  /** As in the API reference. */
  readonly path: string;
  readonly slug?: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

export interface Answer {
  readonly milliseconds: number;
  readonly body: string;
}

export type Asker = (read: Read) => Promise<Answer>;

/** One at a time, on one connection. */
export function asking({ url }: Measurable, { key }: Prepared): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ path, slug = '', parameters = {} }) => {
    const sent = JSON.stringify(parameters);
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(sent)),
    };
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      request(`${url}/api/v1${path.replace('{slug}', slug)}`, { agent, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const milliseconds = performance.now() - begun;
        const body = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ milliseconds, body });
        else reject(new Error(`${path} answered ${response.statusCode}: ${body}`));
      })
        .on('error', reject)
        .end(sent);
    });
  };
}

const filters = ['country', 'browser', 'device'];

/** With filters, single visits are read, so the time depends on their number. */
export function filtersOf({ parameters = {} }: Read): number {
  return filters.filter((name) => name in parameters).length;
}

export function nameOf(read: Read): string {
  const { path, parameters = {} } = read;
  const { dimension, dimensions, interval, timezone, link_slug, from } = parameters;
  const count = filtersOf(read);
  return [
    path,
    dimension && `by ${dimension}`,
    dimensions && `of ${String(dimensions).split(',').length} dimensions`,
    interval && `by ${interval}`,
    link_slug && 'of a link',
    from && 'for a year',
    timezone && `in ${timezone}`,
    count > 0 && `with ${count === 1 ? 'one filter' : `${count} filters`}`,
  ]
    .filter(Boolean)
    .join(' ');
}
