// The tools, and how each is run over the document. Paths are relative to the temporary folder.

export const DOCUMENT = 'openapi.json';

export interface Tool {
  package: string;
  /** A program of the package, with its arguments. */
  command: string[];
  /** The generated folder, which is compiled. */
  output?: string;
  /** Generated Zod schemas: the module of an operation, and the schema's name in it. */
  validators?: { module(operationId: string): string; schema(operationId: string): string };
}

export const tools: readonly Tool[] = [
  { package: '@redocly/cli', command: ['redocly', 'lint', DOCUMENT, '--config=redocly.yaml'] },
  { package: '@stoplight/spectral-cli', command: ['spectral', 'lint', DOCUMENT, '--ruleset=spectral.yaml'] },
  {
    package: 'openapi-typescript',
    command: ['openapi-typescript', DOCUMENT, '-o', 'out/openapi-typescript/schema.ts'],
    output: 'out/openapi-typescript',
  },
  {
    package: '@hey-api/openapi-ts',
    command: ['openapi-ts', '-i', DOCUMENT, '-o', 'out/hey-api'],
    output: 'out/hey-api',
  },
  {
    package: 'orval',
    command: ['orval', '--config', 'orval.config.mjs'],
    output: 'out/orval',
    validators: { module: () => 'out/orval/zod.ts', schema: (id) => `${id[0]!.toUpperCase()}${id.slice(1)}Body` },
  },
  {
    package: '@kubb/cli',
    command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    output: 'out/kubb',
    validators: { module: () => 'out/kubb/zod/index.ts', schema: (id) => `${id}MutationRequestSchema` },
  },
  {
    package: 'swagger-typescript-api',
    command: ['swagger-typescript-api', 'generate', '-p', DOCUMENT, '-o', 'out/swagger-typescript-api', '-n', 'api.ts'],
    output: 'out/swagger-typescript-api',
  },
  {
    package: 'openapi-to-postmanv2',
    command: ['openapi2postmanv2', '-s', DOCUMENT, '-o', 'out/postman.json', '-O', 'parametersResolution=Example'],
  },
];

/** Settings, by file name. */
export const settings: Readonly<Record<string, string>> = {
  'redocly.yaml': 'extends: [recommended-strict]\n',
  'spectral.yaml': 'extends: ["spectral:oas"]\n',
  'orval.config.mjs': `const input = { target: '${DOCUMENT}' };
export default {
  client: { input, output: { mode: 'split', client: 'fetch', target: 'out/orval/client.ts' } },
  zod: { input, output: { mode: 'single', client: 'zod', target: 'out/orval/zod.ts' } },
};
`,
  'kubb.config.mjs': `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';
export default defineConfig({
  root: '.',
  input: { path: '${DOCUMENT}' },
  output: { path: 'out/kubb', clean: true, format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginZod(), pluginClient({ client: 'fetch' })],
});
`,
};

export const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};
