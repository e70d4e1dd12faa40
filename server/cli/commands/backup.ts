// `fingerpost backup` and `fingerpost restore`
import { resolve } from 'node:path';
import type { Backup } from '../../operations/backup/backup.ts';
import { type Manifest, UPLOADS } from '../../operations/backup/manifest.ts';
import type { Restored } from '../../operations/backup/restore.ts';
import { namedDamage } from '../../operations/uploads/damaged-files.ts';
import { type Command, command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { shownTime } from '../io/output.ts';
import { progressReport } from '../io/progress.ts';

export const backupCommands: Command[] = [
  command({
    name: 'backup',
    summary: 'Back up database and uploads to one file, while the service runs',
    arguments: ['FILE'],
    options: {
      'allow-damaged-files': { type: 'boolean', help: 'Make a backup even if files of uploads are missing or damaged' },
    },
    notes: `FILE is a gzipped tar of fingerpost.db, fingerpost-visits.db (the visit queue), uploads and manifest.json. It is created
after all of it was read back and verified. Only this user can read it, and an existing file is never overwritten. While the
backup runs, the folder needs free space for a copy of the database too.

Every upload is compared with its recorded size and SHA-256. If one is missing or damaged, no backup is made, unless
--allow-damaged-files is given: then manifest.json lists these files.

A PostgreSQL database is not included: the command prints how to back it up with pg_dump, and FILE contains the uploads.
Uploads in a bucket are not included either: back up the bucket with its provider's tools. Only their sizes are compared.`,
    example: 'fingerpost backup /srv/backups/fingerpost-$(date +%F).tar.gz',
    json: `{"file","bytes","made_at","database":<true if included>,"uploads":<count>,
"rows":{"<table>":<count>},"advice":"<how to back up the database, or null>","bucket":"<bucket with uploads that are not
included, or null>","damaged_files":<count>,"message":"<sentences>"}`,
    async run({ arguments: [given], options }, context) {
      // Before anything else: threads inherit the priority.
      context.io.lowerPriority();
      const { makeBackup } = await import('../../operations/backup/backup.ts');
      const file = resolve(given!);
      const { config, clock } = context;
      const { report, end } = reporting(context);
      const allowDamaged = options['allow-damaged-files'];
      const backup = await makeBackup({ ...config, file, clock, report, allowDamaged }).finally(end);
      context.output.done(madeResponse(backup, config.bucket?.name));
    },
  }),

  command({
    name: 'restore',
    summary: 'Restore a backup into an empty installation',
    arguments: ['FILE'],
    options: {},
    notes: `DATABASE_URL and DATA_DIR set the target. Existing files are never overwritten: move them away first. All of FILE is read
and verified before anything is written. If the backup has an older schema, the next start applies the migrations.`,
    example: 'DATA_DIR=/srv/fingerpost fingerpost restore /srv/backups/fingerpost-2026-11-15.tar.gz',
    json: `{"file","version","made_at","database":"<its new location, or null>","uploads":<count, or null>,
"damaged_files":<count>,"message":"<sentences>"}`,
    async run({ arguments: [given] }, context) {
      const { restoreBackup } = await import('../../operations/backup/restore.ts');
      const file = resolve(given!);
      const { databaseUrl, dataDir, bucket } = context.config;
      const { report, end } = reporting(context);
      const restored = await restoreBackup({ file, databaseUrl, dataDir, report }).finally(end);
      context.output.done(restoredResponse(file, restored, bucket?.name));
    },
  }),
];

/** No progress bar with --json: programs parse standard error. */
function reporting({ output, io }: CliContext) {
  return progressReport(output.isJson ? undefined : io.stderr);
}

function madeResponse({ file, bytes, manifest, advice, remarks }: Backup, bucket: string | undefined) {
  const hasDatabase = manifest.holds.includes('database');
  const parts = [...(hasDatabase ? ['the database'] : []), uploadsText(manifest)].join(' and ');
  const sentences = [`Backed up ${parts} to ${file} (${shownBytes(bytes)}) and verified it.`];
  if (advice !== undefined) sentences.push(`The database is not in it. ${advice}`);
  if (bucket !== undefined)
    sentences.push(`Uploads in the bucket ${bucket} are not in it: back up the bucket with its provider's tools.`);
  sentences.push(...remarks, ...damageIn(manifest));
  return {
    file,
    bytes,
    made_at: manifest.made_at,
    database: hasDatabase,
    uploads: uploadsIn(manifest),
    rows: manifest.rows,
    advice: advice ?? null,
    bucket: bucket ?? null,
    damaged_files: manifest.damaged?.length ?? 0,
    message: sentences.join('\n'),
  };
}

function restoredResponse(file: string, { manifest, database, uploads }: Restored, bucket: string | undefined) {
  const parts = [
    ...(database === undefined ? [] : [`the database to ${database}`]),
    ...(uploads === undefined ? [] : [`${uploadsText(manifest)} to ${uploads}`]),
  ];
  const when = `${shownTime(manifest.made_at)} UTC`;
  const sentences = [`Restored ${parts.join(' and ')}, as of ${when}.`];
  if (database === undefined) {
    sentences.push(`There is no database in ${file}: restore it with the program that backed it up.`);
  }
  sentences.push(...damageIn(manifest));
  if (bucket !== undefined && uploadsIn(manifest) > 0) {
    sentences.push(`The service reads uploads from the bucket ${bucket}: copy the files in ${uploads} there.`);
  }
  return {
    file,
    version: manifest.version,
    made_at: manifest.made_at,
    database: database ?? null,
    uploads: uploads === undefined ? null : uploadsIn(manifest),
    damaged_files: manifest.damaged?.length ?? 0,
    message: sentences.join('\n'),
  };
}

function damageIn({ damaged = [] }: Manifest): string[] {
  return damaged.length === 0
    ? []
    : [`The backup is not complete: ${namedDamage(damaged)}. All are listed in its manifest.json.`];
}

function uploadsIn({ files }: Manifest): number {
  return files.filter(({ path }) => path.startsWith(`${UPLOADS}/`)).length;
}

function uploadsText(manifest: Manifest): string {
  const count = uploadsIn(manifest);
  return count === 0 ? 'no uploads' : count === 1 ? '1 upload' : `${count} uploads`;
}

function shownBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
