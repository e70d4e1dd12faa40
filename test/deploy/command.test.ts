// deploy/fingerpost-command and deploy/fingerpost-backup.cron as shipped, run in a temporary folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The environment of a cron job on Debian. */
const cronEnvironment = { PATH: '/usr/bin:/bin', HOME: '/root', SHELL: '/bin/sh', LOGNAME: 'root' };

/** The system paths inside one folder, with a `runuser` that keeps the user and a `fingerpost` that prints its environment. */
function machine(t: TestContext, settings: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-deploy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), 0o755);
  };
  const inFolder = (text: string) =>
    text
      .replaceAll(/(?<=^|[\s=:])(?=\/(etc|opt|usr\/sbin|usr\/local|var\/backups)\/)/gm, folder)
      .replaceAll(':/usr/sbin', `:${folder}/usr/sbin`);

  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/fingerpost.env'), settings);
  mkdirSync(join(folder, 'var/backups/fingerpost'), { recursive: true });
  program('usr/local/bin/fingerpost', inFolder(readFileSync(join(root, 'deploy/fingerpost-command'), 'utf8')));
  program('usr/sbin/runuser', '#!/bin/sh\necho "$1 $2 $3" > "$0.called"\nshift 3\nexec "$@"\n');
  program(
    'opt/fingerpost/bin/fingerpost',
    '#!/bin/sh\nif [ "$1" = backup ]; then echo saved > "$2"; else env -0; fi\n',
  );
  return { folder, inFolder, command: join(folder, 'usr/local/bin/fingerpost') };
}

/** The environment of a command for this settings file. */
function environmentFrom(t: TestContext, settings: string): Record<string, string> {
  const { folder, command } = machine(t, settings);
  const { status, stdout, stderr } = spawnSync(command, ['doctor'], { env: cronEnvironment, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(readFileSync(join(folder, 'usr/sbin/runuser.called'), 'utf8'), '-u fingerpost --\n');
  const entries = stdout.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  return Object.fromEntries(entries.filter(([name]) => name !== ''));
}

describe('The command of an installation with systemd', () => {
  it('parses the settings file like systemd, without expansion', (t) => {
    const file = [
      '# A comment; "quotes in it do not matter',
      '; Another comment',
      'UPLOADS_URL=s3://bucket/prefix?region=eu&endpoint=https://s3.example',
      'MAIL_FROM=Links <hello@links.example>',
      'DATABASE_URL=postgres://fingerpost:p$(touch hacked)`id`$HOME@localhost/fingerpost',
      'QUOTED="Links <hello@links.example>"',
      `SINGLE='it is "raw" \\n $HOME'`,
      'ESCAPED="a \\"b\\" \\$HOME \\\\ \\n"',
      'APOSTROPHE=it\'s "here"',
      'HASH=no # comment',
      '  SPACED  =   value with spaces   ',
      'JOINED="one" \'two\'  three ',
      'CONTINUED=one \\',
      'two',
      'LINES="one',
      'two"',
      'BLANK=kept\\ ',
      'EMPTY=',
      'REPEATED=first',
      'REPEATED=second',
      'export EXPORTED=is no name',
      'no assignment',
      'WINDOWS=line end\r',
      'UMLAUT=grün',
      'LAST=without a line end',
    ].join('\n');
    const {
      PATH: _path,
      PWD: _pwd,
      HOME: _home,
      SHELL: _shell,
      LOGNAME: _logname,
      _: _last,
      ...given
    } = environmentFrom(t, file);
    assert.deepEqual(given, {
      DATA_DIR: '/var/lib/fingerpost',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: '/var/cache/fingerpost',
      UPLOADS_URL: 's3://bucket/prefix?region=eu&endpoint=https://s3.example',
      MAIL_FROM: 'Links <hello@links.example>',
      DATABASE_URL: 'postgres://fingerpost:p$(touch hacked)`id`$HOME@localhost/fingerpost',
      QUOTED: 'Links <hello@links.example>',
      SINGLE: 'it is "raw" \\n $HOME',
      ESCAPED: 'a "b" $HOME \\ \\n',
      APOSTROPHE: 'it\'s "here"',
      HASH: 'no # comment',
      SPACED: 'value with spaces',
      JOINED: 'onetwothree',
      CONTINUED: 'one two',
      LINES: 'one\ntwo',
      BLANK: 'kept ',
      EMPTY: '',
      REPEATED: 'second',
      WINDOWS: 'line end',
      UMLAUT: 'grün',
      LAST: 'without a line end',
    });
  });

  it('lets the settings file override its defaults', (t) => {
    const { DATA_DIR, NODE_ENV } = environmentFrom(t, 'DATA_DIR=/srv/links\n');
    assert.deepEqual({ DATA_DIR, NODE_ENV }, { DATA_DIR: '/srv/links', NODE_ENV: 'production' });
  });

  it('fails with a message if it cannot read the settings', (t) => {
    const { folder, command } = machine(t, '');
    rmSync(join(folder, 'etc/fingerpost.env'));
    const { status, stderr } = spawnSync(command, ['doctor'], { env: cronEnvironment, encoding: 'utf8' });
    assert.equal(status, 78);
    assert.match(stderr, /^Cannot read \S+\/etc\/fingerpost\.env\. Run this command as root; [^\n]+\.\n$/);
  });
});

describe('The backup by cron', () => {
  it('runs with the PATH of cron on Debian', (t) => {
    const { folder, inFolder } = machine(t, 'PUBLIC_URL=https://links.example\n');
    const table = readFileSync(join(root, 'deploy/fingerpost-backup.cron'), 'utf8');
    const jobs = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.equal(jobs.length, 1);
    const [, user, job] = /^0 3 \* \* \* (\S+) (.+)$/.exec(jobs[0]!)!;
    assert.equal(user, 'root');
    assert.doesNotMatch(job!, /(?<!\\)%/, 'cron ends a command at the first %');
    const shell = inFolder(job!.replaceAll('\\%', '%'));
    const { status, stderr } = spawnSync('/bin/sh', ['-c', shell], { env: cronEnvironment, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    const [backup, ...others] = readdirSync(join(folder, 'var/backups/fingerpost'));
    assert.match(backup!, /^\d{4}-\d\d-\d\d\.tar\.gz$/);
    assert.deepEqual(others, []);
  });
});
