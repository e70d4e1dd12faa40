// A rendered page as it is cached: compressed once, in two parts. The start, mostly the style sheet, is the same for
// all pages of one theme and is compressed once for all of them. Each page stores only the rest, compressed with the
// start as its dictionary. Concatenated, they are a gzip file of the page. A large page is stored as one file instead:
// the parts would have to be joined for every request, and a slow reader would hold its own copy. Large pages are
// compressed and decompressed on another thread.
import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
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
import { yieldToRequests } from '../../system/pauses.ts';
import type { RenderedPage } from '../../views/page/document.ts';
import { type SharedHeaders, shareHeaders } from '../wire/shared-headers.ts';

/** The common start of all pages of one theme. */
interface SharedStart {
  /** The start of a gzip file, with one byte in each character. */
  head: string;
  crc: number;
  length: number;
  /** Of the first page. Most pages of one theme have the same Content-Security-Policy. */
  policy: string;
  headers: SharedHeaders;
  /** How many pages share it. */
  pages: number;
}

export interface PageBody {
  /** Hash of content and policy, for the ETag. */
  tag: string;
  headers: SharedHeaders;
  /** Undefined if `rest` is the whole gzip file, and only then. */
  shared: SharedStart | undefined;
  /**
   * The rest of the gzip file as a string with one byte in each character, or the whole file. A string is in one piece
   * of memory; a Buffer would be in several, and very many of them are not in the processor's cache.
   */
  rest: string | Buffer;
  /** Bytes of HTML. */
  length: number;
  /** Requests that could have got brotli. */
  requests: number;
  /** It may have been evicted since. */
  hasBrotli: boolean;
}

const MAX_SHARED_STARTS = 500;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** From this size on, compressing or decompressing costs more than handing it to a thread. */
const LARGE_PAGE = 64 * 1024;
/** From this size on, the file is not joined for each request. */
const LARGE_FILE = 16 * 1024;
/** A millisecond's work. */
const HASHED_AT_ONCE = 256 * 1024;
/** A higher quality takes many times as long and saves no round trip. */
const BROTLI_QUALITY = 5;

export type BodyMaker = (page: RenderedPage) => Promise<PageBody>;

type Deflate = (data: Buffer, options: ZlibOptions) => Buffer | Promise<Buffer>;

export function createBodies(deflate: Deflate = deflated): BodyMaker {
  const sharedStarts = new LRUCache<string, SharedStart>({ max: MAX_SHARED_STARTS });

  function sharedStartOf(start: Buffer, policy: string): SharedStart {
    const name = createHash('sha256').update(start).digest('base64');
    const known = sharedStarts.get(name);
    if (known) return known;
    const compressed = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
    const head = Buffer.concat([GZIP_HEADER, compressed]).toString('latin1');
    const headers = headersWith(policy);
    const shared = { head, crc: crc32(start), length: start.length, policy, headers, pages: 0 };
    sharedStarts.set(name, shared);
    return shared;
  }

  return async ({ start, rest, policy }) => {
    validateHeaderValue('Content-Security-Policy', policy);
    const beginning = Buffer.from(start);
    const shared = sharedStartOf(beginning, policy);
    const end = Buffer.from(rest);
    const length = shared.length + end.length;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(end, shared.crc), 0);
    trailer.writeUInt32LE(length, 4);
    const compressed = await deflate(end, { dictionary: beginning });
    const isWhole = compressed.length >= LARGE_FILE;
    if (!isWhole) shared.pages += 1;
    return {
      tag: await tagOf([Buffer.from(`${policy}\n`), beginning, end]),
      headers: policy === shared.policy ? shared.headers : headersWith(policy),
      shared: isWhole ? undefined : shared,
      rest: isWhole
        ? ownBuffer(Buffer.from(shared.head, 'latin1'), compressed, trailer)
        : Buffer.concat([compressed, trailer]).toString('latin1'),
      length,
      requests: 0,
      hasBrotli: false,
    };
  };
}

/** Hashes some of a large page at a time, so that other requests are answered in between. */
async function tagOf(parts: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += HASHED_AT_ONCE) {
      if (at > 0) await yieldToRequests();
      hash.update(part.subarray(at, at + HASHED_AT_ONCE));
    }
  }
  return hash.digest('base64url').slice(0, 22);
}

function headersWith(policy: string): SharedHeaders {
  return shareHeaders([
    'Cache-Control',
    'no-cache',
    'Content-Security-Policy',
    policy,
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
  ]);
}

/** The size of a shared start is divided among the pages that share it. */
export function bytesOf({ shared, rest, headers }: PageBody): number {
  // The policy is stored in the list and in the text.
  const own = rest.length + (headers === shared?.headers ? 0 : 2 * headers.text.length);
  return shared ? own + (shared.head.length + 2 * shared.headers.text.length) / shared.pages : own;
}

/**
 * What is sent: for a large page one Buffer that all responses share, otherwise a string with one byte in each
 * character. A new Buffer for each response would soon cause a full garbage collection.
 */
export function gzipToSend({ shared, rest }: PageBody): Buffer | string {
  return typeof rest === 'string' ? shared!.head + rest : rest;
}

function gzipOf({ shared, rest }: PageBody): Buffer {
  return typeof rest === 'string' ? Buffer.from(shared!.head + rest, 'latin1') : rest;
}

/** Undefined if that would block too long. */
export function plainAtOnce(body: PageBody): Buffer | undefined {
  return body.length < LARGE_PAGE ? ownBuffer(gunzipSync(gzipOf(body))) : undefined;
}

/** On another thread, and in one chunk: zlib would copy several chunks to join them. */
export function plainOf(body: PageBody): Promise<Buffer> {
  return promised((done) => gunzip(gzipOf(body), { chunkSize: body.length + 1 }, done));
}

export async function brotliOf(plain: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return ownBuffer(await promised((done) => brotliCompress(plain, { params }, done)));
}

async function deflated(data: Buffer, options: ZlibOptions): Promise<Buffer> {
  if (data.length < LARGE_PAGE) return deflateRawSync(data, options);
  return promised((done) => deflateRaw(data, options, done));
}

function promised(work: (done: (error: Error | null, result: Buffer) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    work((error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** Copies to exact-size memory: a Buffer from zlib or the pool would keep a larger allocation alive. */
function ownBuffer(...parts: Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}
