// Which version runs, and from which commit: there are many commits between two versions.
import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation, isServerBuilt } from './paths.ts';

const COMMIT_LENGTH = 10;

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The build records its commit. Empty if it is not known, for example in an unpacked archive. */
export function readCommit(): string {
  const recorded = join(installation, 'dist/.commit');
  if (!isServerBuilt) return commitOfSources();
  return existsSync(recorded) ? shortened(readFileSync(recorded, 'utf8')) : '';
}

function commitOfSources(): string {
  if (!existsSync(join(installation, '.git'))) return '';
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    return shortened(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: installation, encoding: 'utf8', stdio }));
  } catch {
    // Without git, or in a repository that this user must not read.
    return '';
  }
}

function shortened(commit: string): string {
  return commit.trim().slice(0, COMMIT_LENGTH);
}
