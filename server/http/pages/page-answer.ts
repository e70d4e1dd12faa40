// The response for a cached page: in an encoding that the client accepts, without pixels if it sends DNT or GPC,
// or 304.
import type { IncomingHttpHeaders } from 'node:http';
import { isKnown } from '../wire/conditional.ts';
import { acceptedEncodings, type Encoding } from '../wire/encodings.ts';
import type { RawResponse } from '../wire/raw-response.ts';
import { gzipToSend, type PageBody } from './page-body.ts';
import type { CachedPage } from './page-cache.ts';
import type { PageEncodings } from './page-encodings.ts';
import { VISIT_HEADER, type VisitKind } from './visit-kind.ts';

const etagSuffixes: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

/** Undefined if no encoding that the client accepts is available yet. */
export function cachedAnswer(
  encodings: PageEncodings,
  page: CachedPage,
  headers: IncomingHttpHeaders,
  kind: VisitKind,
): RawResponse | undefined {
  const body = bodyFor(page, headers);
  const accepted = acceptedBy(headers);
  // 304 for any encoding that the client accepts, even if a smaller one exists now.
  const known = headers['if-none-match'];
  const had = known && accepted.find((encoding) => isKnown(known, etagOf(body, encoding)));
  if (had) return { status: 304, shared: body.headers, headers: headersOf(page, body, had, kind) };
  for (const encoding of accepted) {
    if (encoding === 'gzip') return answerIn(encoding, gzipToSend(body), page, body, kind);
    if (encoding === 'identity') {
      const plain = encodings.plain(body);
      return plain && answerIn(encoding, plain, page, body, kind);
    }
    const brotli = encodings.brotli(body);
    if (brotli) return answerIn(encoding, brotli, page, body, kind);
    if (!accepted.includes('gzip')) return undefined;
  }
  return undefined;
}

/** Produces the encoding if `cachedAnswer` has none. */
export async function generatedAnswer(
  encodings: PageEncodings,
  page: CachedPage,
  headers: IncomingHttpHeaders,
  kind: VisitKind,
): Promise<RawResponse> {
  const body = bodyFor(page, headers);
  const accepted = acceptedBy(headers);
  const needsBrotli = accepted[0] === 'br' && !accepted.includes('gzip');
  const brotli = needsBrotli ? await encodings.brotliNow(body) : undefined;
  if (brotli) return answerIn('br', brotli, page, body, kind);
  return answerIn('identity', await encodings.plainNow(body), page, body, kind);
}

function acceptedBy(headers: IncomingHttpHeaders): readonly Encoding[] {
  return acceptedEncodings(headers['accept-encoding'] as string | undefined);
}

function bodyFor(page: CachedPage, headers: IncomingHttpHeaders): PageBody {
  const optsOut = headers['sec-gpc'] === '1' || headers.dnt === '1';
  return (!optsOut && page.withPixels) || page.plain;
}

function answerIn(
  encoding: Encoding,
  bytes: Buffer | string,
  page: CachedPage,
  body: PageBody,
  kind: VisitKind,
): RawResponse {
  const headers = headersOf(page, body, encoding, kind);
  headers.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(bytes.length));
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  return { status: 200, shared: body.headers, headers, body: bytes };
}

function headersOf(page: CachedPage, body: PageBody, encoding: Encoding, kind: VisitKind): string[] {
  return [
    'ETag',
    etagOf(body, encoding),
    'Vary',
    page.withPixels ? 'Accept-Encoding, Sec-GPC, DNT, Sec-Fetch-Dest' : 'Accept-Encoding, Sec-Fetch-Dest',
    VISIT_HEADER,
    kind,
  ];
}

function etagOf({ tag }: PageBody, encoding: Encoding): string {
  return `"${tag}${etagSuffixes[encoding]}"`;
}
