// A rendered page as it is kept: compressed once, in two parts. What pages of one look begin with, most of it their
// style, is compressed once for all of them; of each page only the rest is kept, compressed with that beginning for a
// dictionary. One after the other they are a gzip file, and what it unpacks to is the page. A large page is kept as one
// file instead: the parts would have to be joined for every request, and a slow reader would hold its own copy.
// Whatever is large is compressed and unpacked on another thread.
import { createHash } from 'node:crypto';
import {
  brotliCompress,
  constants,
  crc32,
  deflateRaw,
  deflateRawSync,
  gunzip,
  gunzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../../views/page/document.ts';

/** What pages of one look begin with. */
interface Look {
  /** The beginning of a gzip file. */
  head: Buffer;
  crc: number;
  length: number;
  /** Most pages of one look have the same one: that of the first. */
  policy: string;
  /** How many pages were made with it. */
  pages: number;
}

export interface PageBody {
  /** Tells this very content and policy from any other. */
  tag: string;
  policy: string;
  look: Look;
  /** The rest of the gzip file, or all of it. */
  rest: Buffer;
  isWhole: boolean;
  /** Of the page, in bytes of HTML. */
  length: number;
  /** How often a client that takes brotli asked for it. */
  asked: number;
}

const LOOKS_KEPT = 500;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** From this size on, a page costs more to compress or unpack than a thread costs to ask. */
const LARGE_PAGE = 64 * 1024;
/** From this size on, a file is not put together for each request. */
const LARGE_FILE = 16 * 1024;
/** A better one takes many times as long, and saves nobody a round trip. */
const BROTLI_QUALITY = 5;

export function createBodies() {
  const looks = new LRUCache<string, Look>({ max: LOOKS_KEPT });

  function lookOf(start: Buffer, policy: string): Look {
    const name = createHash('sha256').update(start).digest('base64');
    const known = looks.get(name);
    if (known) return known;
    const compressed = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
    const head = ownBuffer(GZIP_HEADER, compressed);
    const look = { head, crc: crc32(start), length: start.length, policy, pages: 0 };
    looks.set(name, look);
    return look;
  }

  return async function bodyOf({ start, rest, policy }: RenderedPage): Promise<PageBody> {
    const beginning = Buffer.from(start);
    const look = lookOf(beginning, policy);
    const end = Buffer.from(rest);
    const length = look.length + end.length;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(end, look.crc), 0);
    trailer.writeUInt32LE(length, 4);
    const compressed = await deflated(end, { dictionary: beginning });
    const isWhole = compressed.length >= LARGE_FILE;
    if (!isWhole) look.pages += 1;
    return {
      tag: createHash('sha256').update(`${policy}\n`).update(beginning).update(end).digest('base64url').slice(0, 22),
      policy: policy === look.policy ? look.policy : policy,
      look,
      rest: isWhole ? ownBuffer(look.head, compressed, trailer) : ownBuffer(compressed, trailer),
      isWhole,
      length,
      asked: 0,
    };
  };
}

/** A look is shared out among the pages that were made with it. */
export function bytesOf({ look, rest, policy, isWhole }: PageBody): number {
  const own = rest.length + (policy === look.policy ? 0 : policy.length);
  return isWhole ? own : own + (look.head.length + look.policy.length) / look.pages;
}

/** Of a large page, the same one for everybody. */
export function gzipOf({ look, rest, isWhole }: PageBody): Buffer {
  return isWhole ? rest : Buffer.concat([look.head, rest], look.head.length + rest.length);
}

/** Undefined where that would take too long. */
export function plainAtOnce(body: PageBody): Buffer | undefined {
  return body.length < LARGE_PAGE ? ownBuffer(gunzipSync(gzipOf(body))) : undefined;
}

/** On another thread, and in one piece: zlib would join several, and copy them. */
export function plainOf(body: PageBody): Promise<Buffer> {
  return settled((done) => gunzip(gzipOf(body), { chunkSize: body.length + 1 }, done));
}

export async function brotliOf(plain: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return ownBuffer(await settled((done) => brotliCompress(plain, { params }, done)));
}

async function deflated(data: Buffer, options: ZlibOptions): Promise<Buffer> {
  if (data.length < LARGE_PAGE) return deflateRawSync(data, options);
  return settled((done) => deflateRaw(data, options, done));
}

function settled(work: (done: (error: Error | null, result: Buffer) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    work((error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** In memory of its own: what zlib gives, or a pool, holds more than that for as long as it is kept. */
function ownBuffer(...parts: Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}
