// What a backup says of itself: `manifest.json`, beside `fingerpost.db`, `fingerpost-visits.db` and `uploads/…` in the archive.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { installation } from '../../config.ts';

export const DATABASE = 'fingerpost.db';
/** Visits that were recorded and not counted yet. */
export const QUEUE = 'fingerpost-visits.db';
export const MANIFEST = 'manifest.json';
export const UPLOADS = 'uploads';

/** Goes up when an older Fingerpost could no longer restore what is written. */
export const FORMAT = 1;

/** More than any installation has; what claims to have more is not read to its end. */
export const MAX_FILES = 2_000_000;
export const MAX_MANIFEST_BYTES = 400 * 1024 * 1024;

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const PackedFile = Type.Object({ path: Type.String(), bytes: Size, sha256: Type.String() });
export type PackedFile = Static<typeof PackedFile>;

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** The Fingerpost that made it. */
  version: Type.String({ pattern: '^[\\w.+-]{1,50}$' }),
  made_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$' }),
  engine: Type.String(),
  installation: Type.Union([Type.String(), Type.Null()]),
  migrations: Type.Array(Type.String()),
  holds: Type.Array(Type.Union([Type.Literal('database'), Type.Literal('uploads')])),
  /** How many each table of the database has. */
  rows: Type.Record(Type.String(), Size),
  files: Type.Array(PackedFile),
});
export type Manifest = Static<typeof Manifest>;

/** Undefined where it is none; a number where it is one of a later format. */
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

/** This Fingerpost's. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as { version: string };
  return version;
}
