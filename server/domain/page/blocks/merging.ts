// Merges a patch into stored JSON. Omitted keys are kept. Null removes a key, so that its default applies again.
import { storedJson } from '../../stored-json.ts';

type Fields = Record<string, unknown>;

/** The JSON to store; undefined if nothing was sent. */
export function merged(stored: string | null, sent: unknown): string | null | undefined {
  if (sent === undefined) return undefined;
  if (sent === null) return null;
  if (!isFields(sent)) return JSON.stringify(sent);
  const before = storedJson(stored);
  return JSON.stringify(withoutNulls({ ...(isFields(before) ? before : {}), ...withNestedPlain(sent) }));
}

/** List entries are replaced as a whole, so a null in them means omitted. */
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
