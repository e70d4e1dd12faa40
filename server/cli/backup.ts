// `fingerpost backup` and `fingerpost restore`
import { resolve } from 'node:path';
import type { Backup } from '../operations/backup/backup.ts';
import { type Manifest, UPLOADS } from '../operations/backup/manifest.ts';
import type { Restored } from '../operations/backup/restore.ts';
import { type Command, command } from './command.ts';
import type { CliContext } from './context.ts';
import { shownTime } from './output.ts';
import { type ProgressBar, progressBar } from './progress.ts';

export const backupCommands: Command[] = [
  command({
    name: 'backup',
    summary: 'Save database and uploads in one file, while the service runs',
    arguments: ['FILE'],
    options: {},
    notes: `FILE is a gzipped tar of fingerpost.db, fingerpost-visits.db (visits not counted yet), uploads and manifest.json. It
appears when all of it was read back and found good, can be read by this user alone, and never takes the place of another. Beside it there has to be space for the
database, too, as long as it takes. A database on PostgreSQL is saved by PostgreSQL's own programs: FILE then holds
the uploads, and the command to run is printed. Uploads in a bucket are not in it either: save the bucket as its service
does.`,
    example: 'fingerpost backup /srv/backups/fingerpost-$(date +%F).tar.gz',
    json: `{"file","bytes","made_at","database":<whether it is in it>,"uploads":<how many>,
"rows":{"<table>":<how many>},"advice":"<what to do for the database, or null>","bucket":"<where uploads lie that are
not in it, or null>","message":"<sentences>"}`,
    async run({ arguments: [given] }, context) {
      // Before anything else: threads inherit the priority.
      context.io.lowerPriority();
      const { makeBackup } = await import('../operations/backup/backup.ts');
      const file = resolve(given!);
      const { databaseUrl, dataDir, bucket } = context.config;
      const { report, end } = reporting(context);
      const backup = await makeBackup({ databaseUrl, dataDir, file, clock: context.clock, report }).finally(end);
      context.output.done(madeResponse(backup, bucket?.name));
    },
  }),

  command({
    name: 'restore',
    summary: 'Bring back what a backup holds, where nothing is yet',
    arguments: ['FILE'],
    options: {},
    notes: `DATABASE_URL and DATA_DIR say where to. What is there already is left alone: move it away first. FILE is read to its
end before anything is written. The next start brings an older schema up to date.`,
    example: 'DATA_DIR=/srv/fingerpost fingerpost restore /srv/backups/fingerpost-2026-11-15.tar.gz',
    json: `{"file","version","made_at","database":"<where it is now, or null>","uploads":<how many, or null>,
"message":"<sentences>"}`,
    async run({ arguments: [given] }, context) {
      const { restoreBackup } = await import('../operations/backup/restore.ts');
      const file = resolve(given!);
      const { databaseUrl, dataDir, bucket } = context.config;
      const { report, end } = reporting(context);
      const restored = await restoreBackup({ file, databaseUrl, dataDir, report }).finally(end);
      context.output.done(restoredResponse(file, restored, bucket?.name));
    },
  }),
];

/** Programs that read errors as JSON are not to find a bar before them. */
function reporting(context: CliContext) {
  let bar: ProgressBar | undefined;
  let current = '';
  return {
    report(what: string, done: number, all: number) {
      if (context.output.isJson) return;
      if (what !== current) {
        bar?.end();
        bar = progressBar(context.io.stderr);
        current = what;
      }
      bar?.show(what, done, all);
    },
    end: () => bar?.end(),
  };
}

function madeResponse({ file, bytes, manifest, advice }: Backup, bucket: string | undefined) {
  const hasDatabase = manifest.holds.includes('database');
  const parts = [...(hasDatabase ? ['the database'] : []), uploadsText(manifest)].join(' and ');
  const sentences = [`Saved ${parts} in ${file} (${shownBytes(bytes)}), and read it back: it is whole.`];
  if (advice !== undefined) sentences.push(`The database is not in it. ${advice}`);
  if (bucket !== undefined)
    sentences.push(`Uploads in the bucket ${bucket} are not in it: save the bucket as its service does.`);
  return {
    file,
    bytes,
    made_at: manifest.made_at,
    database: hasDatabase,
    uploads: uploadsIn(manifest),
    rows: manifest.rows,
    advice: advice ?? null,
    bucket: bucket ?? null,
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
    sentences.push(`There is no database in ${file}: bring it back with the program that saved it.`);
  }
  if (bucket !== undefined && uploadsIn(manifest) > 0) {
    sentences.push(`The service looks for uploads in the bucket ${bucket}: copy what is in ${uploads} there.`);
  }
  return {
    file,
    version: manifest.version,
    made_at: manifest.made_at,
    database: database ?? null,
    uploads: uploads === undefined ? null : uploadsIn(manifest),
    message: sentences.join('\n'),
  };
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
