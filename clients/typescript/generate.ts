// Writes generated.ts from docs/openapi.json, or fails when it is not what the document gives.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Unknown } from './generator/document.ts';
import { sourceOf } from './generator/source.ts';

const root = new URL('../../', import.meta.url);
const target = fileURLToPath(new URL('generated.ts', import.meta.url));
const formatter = fileURLToPath(new URL('node_modules/@biomejs/biome/bin/biome', root));
const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    document: { type: 'string', default: fileURLToPath(new URL('docs/openapi.json', root)) },
  },
});

try {
  const source = formatted(sourceOf(JSON.parse(readFileSync(values.document, 'utf8'))));
  if (values.write) {
    writeFileSync(target, source);
  } else if (readFileSync(target, 'utf8') !== source) {
    fail(
      'clients/typescript/generated.ts is not what the document gives. Run "npm run client" and commit the difference.',
    );
  }
} catch (error) {
  if (!(error instanceof Unknown)) throw error;
  fail(`No client can be generated: ${error.message}`);
}

function formatted(source: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [formatter, 'format', `--stdin-file-path=${target}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The generated source cannot be formatted: ${stderr}`);
  return stdout;
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
