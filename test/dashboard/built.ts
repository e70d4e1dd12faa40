// A small build of a dashboard, and the dashboard app that serves it on a real socket.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { type Answer, answerOf } from '../support/server.ts';

export const SCRIPT = `console.log(${JSON.stringify('dashboard '.repeat(50))});\n`;
const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <base href="/" />
    <title>Fingerpost</title>
    <script type="module" crossorigin src="./assets/index-1a2b3c.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/ar-1a2b3c.js" data-language="ar">
    <link rel="modulepreload" crossorigin href="./assets/en-1a2b3c.js" data-language="en">
  </head>
  <body></body>
</html>
`;

/** As `npm run build` leaves it; beside it is a file that nobody may see. */
export function builtFolder(t: TestContext): string {
  const above = mkdtempSync(join(tmpdir(), 'fingerpost-web-'));
  t.after(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(above, 'secret.txt'), 'secret');
  writeFileSync(join(folder, '.inputs'), 'secret');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{"secret":true}');
  writeFileSync(join(folder, 'index.html'), DOCUMENT);
  writeFileSync(join(folder, 'assets', 'index-1a2b3c.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'index-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'index-1a2b3c.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'tiny-4d5e6f.css'), 'a{}');
  return folder;
}

export interface Served {
  api: Api;
  app: FastifyInstance;
  /** `GET /sign-in`; the path is sent as it is written here. */
  ask(request: string, headers?: Record<string, string>): Promise<Answer & { bytes: Buffer }>;
}

/** The dashboard app, or with `site: 'pages'` the pages app. */
export async function serveDashboard(
  t: TestContext,
  folder: string,
  { environment = {}, site = 'dashboard' }: { environment?: Record<string, string>; site?: 'pages' | 'dashboard' } = {},
): Promise<Served> {
  const settings = { DASHBOARD_URL: 'https://my.links.example', ...environment };
  const api = await openApi(engines[0]!, settings, { dashboardFolder: folder });
  t.after(() => api.close());
  const app = site === 'dashboard' ? await api.dashboard() : api.app;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    api,
    app,
    ask(request, headers = {}) {
      const [method, path] = request.split(' ') as [string, string];
      return new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, method, path, headers, agent: false };
        http
          .request(options, (response) => read(response).then(resolve, reject))
          .on('error', reject)
          .end();
      });
    },
  };
}

async function read(response: http.IncomingMessage): Promise<Answer & { bytes: Buffer }> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  const answer = await answerOf(response);
  return { ...answer, bytes: Buffer.concat(chunks) };
}
