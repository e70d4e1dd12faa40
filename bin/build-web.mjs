// Builds the dashboard into web/dist, with its files compressed. Pages and API work without it.
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, filesIn, root } from './build-steps.mjs';

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);

await build({
  name: 'The dashboard',
  inputs: ['web', 'contract', 'clients/typescript', 'bin/build-web.mjs'],
  dist: 'web/dist',
  output: 'web/dist/index.html',
  source: 'web/index.html',
  tool: 'vite',
  otherwise: 'Run "npm ci" without --omit=dev, or copy web/dist from another machine.',
  async make(dist) {
    const vite = await import('vite');
    await vite.build({ configFile: join(root, 'web', 'vite.config.ts'), root: join(root, 'web'), logLevel: 'warn' });
    for (const path of filesIn(dist)) compress(path);
  },
});

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
