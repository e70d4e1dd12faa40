// Builds the dashboard into web/dist, with its files compressed. `npm ci` runs it with --install: then it skips what cannot
// be built here instead of failing, since pages and API work without the dashboard. Nothing happens if the last build
// had the same inputs.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'web', 'dist');
const inputsFile = join(dist, '.inputs');
const inputs = ['web', 'contract', 'clients/typescript', 'bin/build-web.mjs', 'package-lock.json'];
const skipped = new Set(['dist', 'node_modules']);
const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const MIN_NODE = 22;

const isInstall = process.argv.includes('--install');
try {
  await run();
} catch (error) {
  rmSync(inputsFile, { force: true });
  console.error(error);
  console.error('The dashboard could not be built. Fix what the message above says, then run "npm run build".');
  process.exitCode = isInstall ? 0 : 1;
}

async function run() {
  const hash = hashOfInputs();
  if (lastHash() === hash) {
    console.log('The dashboard is up to date.');
    return;
  }
  const problem = obstacle();
  if (problem) {
    console.log(`The dashboard is not built: ${problem}`);
    process.exitCode = isInstall ? 0 : 1;
    return;
  }
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web', 'vite.config.ts'), root: join(root, 'web'), logLevel: 'warn' });
  for (const path of filesIn(dist)) compress(path);
  writeFileSync(inputsFile, hash);
  console.log('The dashboard is built.');
}

function obstacle() {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) return `it needs Node ${MIN_NODE} or newer.`;
  if (!isThere(join(root, 'web', 'index.html'))) return 'its sources are not here.';
  if (!isThere(join(root, 'node_modules', 'vite'))) {
    return 'the packages for it are not installed. Run "npm ci" without --omit=dev, or copy web/dist from another machine.';
  }
  return undefined;
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of filesIn(join(root, input))) {
      const content = readFileSync(path);
      hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

function lastHash() {
  return isThere(inputsFile) && isThere(join(dist, 'index.html')) ? readFileSync(inputsFile, 'utf8') : undefined;
}

/** Only where it makes a file smaller. The document is compressed by the server, which changes it. */
function compress(path) {
  if (!compressible.has(extname(path))) return;
  const content = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  for (const [suffix, compressed] of [
    ['.br', brotliCompressSync(content, { params })],
    ['.gz', gzipSync(content, { level: 9 })],
  ]) {
    if (compressed.length < content.length) writeFileSync(path + suffix, compressed);
  }
}

function filesIn(path) {
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
