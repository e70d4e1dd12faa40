// Range requests, as video players and resumed downloads send them. Only single ranges: a request for several gets the
// whole file, as the standard allows.
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../files/file-storage.ts';

const FORM = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** The requested range; undefined for the whole file, null if the range cannot be satisfied. */
export function rangeOf({ range, 'if-range': known }: IncomingHttpHeaders, bytes: number, etag: string) {
  const requested = FORM.exec(range?.trim() ?? '');
  // If-Range does not match: the client has a part of another version, so it gets the whole file.
  if (!requested || (known !== undefined && String(known).trim() !== etag)) return undefined;
  const [, from, to, last] = requested;
  const start = from === undefined ? Math.max(0, bytes - Number(last)) : Number(from);
  const end = to === undefined || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to && Number(to) < Number(from)) return undefined;
  return start > end || last === '0' ? null : ({ start, end } satisfies ByteRange);
}
