// Typical requests of integrations: reads that stay cached until a write to their account, listings with their parameters
// in the body, which are never cached, and writes. As many pixels are deleted as are added, so that no listing grows.
import { pixelTypes } from '../../contract/vocabulary.ts';
import { generator } from '../../test/support/random.ts';

export interface Tenant {
  readonly key: string;
  readonly pixelIds: readonly number[];
}

export interface Request {
  readonly bytes: string;
  /** Whether its answer may come from the cache. */
  readonly mayBeKept: boolean;
  /** Called with the answer of a success. */
  readonly taken?: (body: Buffer) => void;
  readonly refused?: () => void;
}

/** Percent. */
const shares = {
  user: 22,
  blocks: 14,
  views: 14,
  pixels: 10,
  listBlocks: 6,
  listPixels: 10,
  listActivities: 8,
  live: 6,
  create: 4,
  edit: 2,
  remove: 4,
};
type Kind = keyof typeof shares;
const kinds = Object.entries(shares) as [Kind, number][];

const LEAST_PIXELS = 5;
const BOUNDARY = 'fingerpost-drill-0000000000000000';

/** The first tenant is greedy and makes this share of the load; the others share the rest equally. */
export type Mix = (greedyShare: number) => Request;

export function createMix(tenants: readonly Tenant[], seed: number): Mix {
  const random = generator(seed);
  const [greedy, ...others] = tenants.map(createClient);
  return (greedyShare) => {
    const client = random() < greedyShare ? greedy! : others[Math.floor(random() * others.length)]!;
    return client[pickKind(random)]();
  };
}

function createClient({ key, pixelIds }: Tenant): Record<Kind, () => Request> {
  const ids = [...pixelIds];
  let made = 0;
  const get = (path: string, mayBeKept: boolean): (() => Request) => {
    const request = { bytes: head('GET', path, key), mayBeKept };
    return () => request;
  };
  const list = (path: string): (() => Request) => {
    const bytes = withBody('GET', path, key, 'application/json', '{"page":1,"results_per_page":25}');
    return () => ({ bytes, mayBeKept: false });
  };

  function create(): Request {
    made += 1;
    const fields = { name: `Campaign ${made}`, type: pixelTypes[made % pixelTypes.length]!, pixel_id: `PX-${made}` };
    const bytes = withBody('POST', '/pixels', key, `multipart/form-data; boundary=${BOUNDARY}`, form(fields));
    const taken = (body: Buffer) => void ids.push(JSON.parse(body.toString()).response.id);
    return { bytes, mayBeKept: false, taken };
  }

  function edit(): Request {
    made += 1;
    const id = ids[made % LEAST_PIXELS];
    const body = `name=Campaign+${made}&status=${made % 2}`;
    const bytes = withBody('POST', `/pixels/${id}`, key, 'application/x-www-form-urlencoded', body);
    return { bytes, mayBeKept: false };
  }

  /** Never one of the first pixels, which edits use. */
  function remove(): Request {
    if (ids.length <= LEAST_PIXELS) return create();
    const id = ids.pop()!;
    const bytes = withBody('POST', `/pixels/${id}/delete`, key, 'application/json', '');
    return { bytes, mayBeKept: false, refused: () => void ids.push(id) };
  }

  return {
    user: get('/user', true),
    blocks: get('/blocks', true),
    views: get('/analytics/views', true),
    pixels: get('/pixels?results_per_page=25', true),
    listBlocks: list('/blocks'),
    listPixels: list('/pixels'),
    listActivities: list('/activities'),
    live: get('/analytics/live', false),
    create,
    edit,
    remove,
  };
}

function head(method: string, path: string, key: string, more = ''): string {
  const headers = `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nUser-Agent: overload-drill\r\n${more}`;
  return `${method} /api/v1${path} HTTP/1.1\r\n${headers}\r\n`;
}

function withBody(method: string, path: string, key: string, type: string, body: string): string {
  return head(method, path, key, `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`) + body;
}

function form(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function pickKind(random: () => number): Kind {
  let left = random() * 100;
  for (const [kind, share] of kinds) {
    left -= share;
    if (left < 0) return kind;
  }
  return 'user';
}
