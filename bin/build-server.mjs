// Bundles the server and its packages into dist, a few large files instead of two thousand small ones: it starts in half
// the time, and takes less memory. `bin/fingerpost` runs the sources if there is no build, or if they are newer.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, filesIn, root } from './build-steps.mjs';

/** Every file that is the start of a process or a thread, and the one that finds them. */
const programs = [
  'cli/main',
  'domain/sign-in/passwords/password-worker',
  'http/api/page-imports/thread',
  'http/pages/rendering/thread',
  'pictures/process',
  'system/paths',
  'storage/dialects/sqlite/checkpoint-worker',
  'storage/dialects/sqlite/saved-file-worker',
  'visits/count/aggregation-worker',
];

await build({
  name: 'The server',
  inputs: ['server', 'contract', 'bin/build-server.mjs'],
  dist: 'dist',
  output: 'dist/cli/main.js',
  source: 'server/cli/main.ts',
  tool: 'rolldown',
  otherwise: 'It runs from its sources, which takes longer to start.',
  async make(dist) {
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({
      cwd: root,
      input: Object.fromEntries(programs.map((program) => [program, join(root, 'server', `${program}.ts`)])),
      platform: 'node',
      // Native code, or not installed.
      external: ['sharp', 'pg-native'],
      // A warning fails the build, and a slow machine is no reason.
      checks: { bundlerTimings: false },
      onLog(level, log) {
        if (level === 'warn') throw new Error(log.message);
      },
    });
    for (const path of filesIn(dist)) rmSync(path);
    // As deep as `server/system/paths.ts`, which finds everything else from where it is.
    await bundle.write({ dir: dist, entryFileNames: '[name].js', chunkFileNames: 'system/[name]-[hash].js' });
  },
});

// Written each time: a commit need not change what is built. Docker gives it as REVISION, since the image has no .git.
if (existsSync(join(root, 'dist/.inputs'))) writeFileSync(join(root, 'dist/.commit'), commit());

function commit() {
  if (!existsSync(join(root, '.git'))) return process.env.REVISION ?? '';
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    // git is not installed, or this user must not read the repository.
    return '';
  }
}
