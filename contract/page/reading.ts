// Reads stored blocks leniently: missing and invalid values get their defaults, so that one bad value never breaks a
// page.
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Check, Clean, Clone, Default } from 'typebox/value';

/** Most fields are not stored. Their defaults are created once and are frozen. */
const defaults = new WeakMap<TSchema, unknown>();

export function parseStored<T extends TSchema>(shape: T, stored: unknown): Static<T> {
  if (stored !== undefined) return repaired(shape, stored);
  if (!defaults.has(shape)) defaults.set(shape, Object.freeze(repaired(shape, undefined)));
  return defaults.get(shape) as Static<T>;
}

function repaired<T extends TSchema>(shape: T, stored: unknown): Static<T> {
  const flat = Type.IsObject(shape) && isRecord(stored) ? flatRecord(shape, stored) : undefined;
  if (flat) return flat as Static<T>;
  const whole = filled(shape, stored);
  if (Check(shape, whole)) return whole as Static<T>;
  if (Type.IsObject(shape) && isRecord(stored)) {
    const fitting = Object.entries(shape.properties).filter(([name, field]) => Check(field, stored[name]));
    const kept = Object.fromEntries(fitting.map(([name]) => [name, stored[name]]));
    const part = filled(shape, kept);
    if (Check(shape, part)) return part as Static<T>;
  }
  return filled(shape, undefined) as Static<T>;
}

/**
 * The same as `filled`, ten times faster, for a record of valid plain values; undefined for any other. Most records are
 * of this kind, and a large page has thousands of them.
 */
function flatRecord({ properties }: TObject, stored: Record<string, unknown>): object | undefined {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (!Object.hasOwn(properties, name)) continue;
    if (!isPlain(value) || !Check(properties[name]!, value)) return undefined;
    record[name] = value;
  }
  for (const [name, field] of Object.entries(properties)) {
    if (Object.hasOwn(record, name)) continue;
    const fallback = (field as { default?: unknown }).default;
    if (fallback === undefined || !isPlain(fallback)) return undefined;
    record[name] = fallback;
  }
  return record;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function filled(shape: TSchema, stored: unknown): unknown {
  return Clean(shape, Default(shape, Clone(stored)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
