// What an edit makes of stored JSON: what it does not send stays, and a key that it sends as null is taken away, so that
// its default holds again.
import { storedJson } from '../../stored-json.ts';

type Fields = Record<string, unknown>;

/** As it is to be stored; undefined where nothing was sent. */
export function merged(stored: string | null, sent: unknown): string | null | undefined {
  if (sent === undefined) return undefined;
  if (sent === null) return null;
  if (!isFields(sent)) return JSON.stringify(sent);
  const before = storedJson(stored);
  return JSON.stringify(withoutNulls({ ...(isFields(before) ? before : {}), ...withNestedPlain(sent) }));
}

/** In lists there is nothing to go back to: what is null in one of their entries is as if it had not been sent. */
function withNestedPlain(sent: Fields): Fields {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((entry) => (isFields(entry) ? withoutNulls(entry) : entry)) : value,
    ]),
  );
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
