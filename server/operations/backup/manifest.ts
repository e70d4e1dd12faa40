// The manifest of a backup: `manifest.json`, next to `fingerpost.db`, `fingerpost-visits.db` and `uploads/…` in the archive.
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

export const DATABASE = 'fingerpost.db';
/** The visit queue: recorded visits that are not counted yet. */
export const QUEUE = 'fingerpost-visits.db';
export const MANIFEST = 'manifest.json';
export const UPLOADS = 'uploads';

/** Increased when older versions can no longer restore new backups. */
export const FORMAT = 1;

/** More than any installation has. A larger archive is rejected early. */
export const MAX_FILES = 2_000_000;
export const MAX_MANIFEST_BYTES = 400 * 1024 * 1024;

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const PackedFile = Type.Object({ path: Type.String(), bytes: Size, sha256: Type.String() });
export type PackedFile = Static<typeof PackedFile>;

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** The Fingerpost version that made it. */
  version: Type.String({ pattern: '^[\\w.+-]{1,50}$' }),
  made_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$' }),
  engine: Type.String(),
  installation: Type.String(),
  migrations: Type.Array(Type.String()),
  holds: Type.Array(Type.Union([Type.Literal('database'), Type.Literal('uploads')])),
  /** Rows per table. */
  rows: Type.Record(Type.String(), Size),
  files: Type.Array(PackedFile),
  /** Files of uploads that were missing or damaged. Damaged ones are in the archive as they were. */
  damaged: Type.Optional(Type.Array(Type.Object({ name: Type.String(), fault: Type.String() }))),
});
export type Manifest = Static<typeof Manifest>;

/** Undefined if it is not a manifest; the format number if the format is newer. */
export function parseManifest(text: string): Manifest | number | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Value.Check(Manifest, given)) return given;
  const format = (given as { format?: unknown } | null)?.format;
  return typeof format === 'number' && format > FORMAT ? format : undefined;
}
