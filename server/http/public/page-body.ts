// A rendered page as it is kept: compressed once, in two parts. What pages of one look begin with, most of it their
// style, is compressed once for all of them; of each page only the rest is kept, compressed with that beginning for a
// dictionary. One after the other they are a gzip file, and what it unpacks to is the page.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRawSync, gunzipSync } from 'node:zlib';
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
  /** The rest of the gzip file. */
  rest: Buffer;
  /** How often a client that takes brotli asked for it. */
  asked: number;
}

const LOOKS_KEPT = 500;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A better one takes many times as long, and saves nobody a round trip. */
const BROTLI_QUALITY = 5;
const compressBrotli = promisify(brotliCompress);

export function createBodies() {
  const looks = new LRUCache<string, Look>({ max: LOOKS_KEPT });

  function lookOf(start: Buffer, policy: string): Look {
    const name = hash('sha256', start, 'base64');
    const known = looks.get(name);
    if (known) return known;
    const compressed = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
    const head = ownBuffer(GZIP_HEADER, compressed);
    const look = { head, crc: crc32(start), length: start.length, policy, pages: 0 };
    looks.set(name, look);
    return look;
  }

  return function bodyOf({ start, rest, policy }: RenderedPage): PageBody {
    const beginning = Buffer.from(start);
    const look = lookOf(beginning, policy);
    look.pages += 1;
    const end = Buffer.from(rest);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(end, look.crc), 0);
    trailer.writeUInt32LE(look.length + end.length, 4);
    return {
      tag: hash('sha256', `${policy}\n${start}${rest}`, 'base64url').slice(0, 22),
      policy: policy === look.policy ? look.policy : policy,
      look,
      rest: ownBuffer(deflateRawSync(end, { dictionary: beginning }), trailer),
      asked: 0,
    };
  };
}

/** A look is shared out among the pages that were made with it. */
export function bytesOf({ look, rest, policy }: PageBody): number {
  const own = rest.length + (policy === look.policy ? 0 : policy.length);
  return own + (look.head.length + look.policy.length) / look.pages;
}

export function gzipOf({ look, rest }: PageBody): Buffer {
  return Buffer.concat([look.head, rest], look.head.length + rest.length);
}

export function plainOf(body: PageBody): Buffer {
  return gunzipSync(gzipOf(body));
}

/** Done on another thread. */
export function brotliOf(body: PageBody): Promise<Buffer> {
  const plain = plainOf(body);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return compressBrotli(plain, { params }).then((compressed) => ownBuffer(compressed));
}

/** In memory of its own: what zlib gives, or a pool, holds more than that for as long as it is kept. */
function ownBuffer(...parts: Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}
