// What the builds of the server and of the dashboard have in common. `npm ci` runs them with --install: then they skip what
// cannot be built here instead of failing. A build that fails also fails the installation. Nothing happens if the last build had
// the same inputs.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const skipped = new Set(['dist', 'node_modules']);
const MIN_NODE = 22;
const isInstall = process.argv.includes('--install');

/**
 * `name` begins a sentence, `dist` is the folder it is built into, and `output` a file that is there after `make`. All
 * paths are relative to the installation.
 */
export async function build({ name, inputs, dist, output, source, tool, otherwise, make }) {
  const inputsFile = join(root, dist, '.inputs');
  const begun = new Date();
  try {
    const hash = hashOf(inputs);
    if (isThere(inputsFile) && isThere(join(root, output)) && readFileSync(inputsFile, 'utf8') === hash) {
      utimesSync(inputsFile, begun, begun);
      console.log(`${name} is up to date.`);
      return;
    }
    const problem = obstacle({ source, tool, otherwise });
    if (problem) {
      console.log(`${name} is not built: ${problem}`);
      process.exitCode = isInstall ? 0 : 1;
      return;
    }
    rmSync(inputsFile, { force: true });
    await make(join(root, dist));
    writeFileSync(inputsFile, hash);
    // `bin/fingerpost` compares times. What changes during the build is newer than it.
    utimesSync(inputsFile, begun, begun);
    console.log(`${name} is built.`);
  } catch (error) {
    rmSync(inputsFile, { force: true });
    console.error(error);
    console.error(`${name} could not be built. Fix what the message above says, then run "npm run build".`);
    process.exitCode = 1;
  }
}

function obstacle({ source, tool, otherwise }) {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) return `it needs Node ${MIN_NODE} or newer.`;
  if (!isThere(join(root, source))) return 'its sources are not here.';
  if (!isThere(join(root, 'node_modules', tool))) return `the packages for it are not installed. ${otherwise}`;
  return undefined;
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const input of [...inputs, 'bin/build-steps.mjs', 'package-lock.json']) {
    for (const path of filesIn(join(root, input))) {
      const content = readFileSync(path);
      hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

export function filesIn(path) {
  if (!isThere(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).filter(
    ({ name }) => !skipped.has(name) && !name.startsWith('.'),
  );
  return entries
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function isThere(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
