// A part of what is asked for, as video players and broken-off downloads want it. One part: whoever asks for several
// gets the whole, as the standard allows.
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../files/vault.ts';

const FORM = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** The part that was asked for; undefined for all of it, and null where there is no such part. */
export function rangeOf({ range, 'if-range': known }: IncomingHttpHeaders, bytes: number, etag: string) {
  const asked = FORM.exec(range?.trim() ?? '');
  // Whoever has a part of another file wants none of this one.
  if (!asked || (known !== undefined && String(known).trim() !== etag)) return undefined;
  const [, from, to, last] = asked;
  const start = from === undefined ? Math.max(0, bytes - Number(last)) : Number(from);
  const end = to === undefined || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to && Number(to) < Number(from)) return undefined;
  return start > end || last === '0' ? null : ({ start, end } satisfies ByteRange);
}
