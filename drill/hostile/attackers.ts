// A process that runs all known attacks on the service at once, until it is stopped.
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAfterOthers } from '../support/priority.ts';

export interface AttackOrder {
  port: number;
  key: string;
  /** The paths of the largest possible page and of a form on it. */
  page: string;
  form: string;
  /** Bodies for `POST /page/import`, imported in turn. */
  documents: [unknown, unknown];
  /** Of slow senders, and of slow readers. */
  connections: number;
}

/** By attack: how often each status or end of a connection occurred. */
export type Attacked = Record<string, Record<string, number>>;

// Attackers would have their own machines.
runAfterOthers();

const attacked: Attacked = {};
const sockets = new Set<Socket>();
let isOver = false;

process.on('disconnect', () => process.exit());
process.on('message', async (order: AttackOrder | 'stop') => {
  if (order !== 'stop') return begin(order);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  process.send!(attacked);
});

function begin(order: AttackOrder): void {
  const { port, key, page, form, documents } = order;
  const head = `Host: 127.0.0.1:${port}\r\n`;
  // The headers of a POST without its body.
  const unsent = `POST ${form} HTTP/1.1\r\n${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n`;
  // Four answers each, which are never read.
  const unread = `GET /api/v1/openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(4);
  const unreadPage = `GET ${page} HTTP/1.1\r\n${head}Accept-Encoding: identity\r\n\r\n`;
  for (let count = 0; count < order.connections; count += 1) hold('slow senders', port, unsent);
  for (let count = 0; count < order.connections; count += 1) hold('slow readers of the OpenAPI document', port, unread);
  for (let count = 0; count < 60; count += 1) hold('slow readers of the large page', port, unreadPage);

  const authorization = { authorization: `Bearer ${key}` };
  const fields = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { ...authorization, 'content-type': 'application/json' };
  const manyFields = 'a&'.repeat(500_000);
  const manyIds = JSON.stringify({ blocks: Array.from({ length: 100_000 }, () => 'x') });
  const imports = documents.map((document) => JSON.stringify({ document }));
  const dryRun = JSON.stringify({ document: documents[0], dry_run: true });
  let imported = 0;
  repeat('quadratic form on a page', () => post(port, form, fields, manyFields));
  repeat('quadratic form to the API', () => post(port, '/api/v1/pixels', { ...authorization, ...fields }, manyFields));
  repeat('endless list', () => post(port, '/api/v1/blocks/reorder', json, manyIds));
  repeat('large import', () => post(port, '/api/v1/page/import', json, imports[imported++ % 2]!));
  repeat('large dry run', () => post(port, '/api/v1/page/import', json, dryRun));
  repeat('large page, read', () => get(port, page));
}

/** Opens a connection, sends, reads nothing, and reopens it when closed. */
function hold(attack: string, port: number, text: string): void {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.add(socket);
  socket.pause();
  socket.write(text);
  socket.on('error', () => {});
  socket.on('close', () => {
    sockets.delete(socket);
    if (isOver) return;
    note(attack, 'closed by the service');
    setTimeout(() => hold(attack, port, text), 100);
  });
}

async function repeat(attack: string, send: () => Promise<number | string>): Promise<void> {
  while (!isOver) {
    note(attack, String(await send()));
    await sleep(50);
  }
}

function note(attack: string, outcome: string): void {
  if (isOver) return;
  attacked[attack] ??= {};
  const outcomes = attacked[attack];
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

function post(port: number, path: string, headers: Record<string, string>, body: string): Promise<number | string> {
  return request(
    port,
    path,
    { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
    body,
  );
}

function get(port: number, path: string): Promise<number | string> {
  return request(port, path, { headers: { 'accept-encoding': 'identity' } });
}

function request(port: number, path: string, options: http.RequestOptions, body?: string): Promise<number | string> {
  return new Promise((resolve) => {
    http
      .request({ host: '127.0.0.1', port, path, agent: false, ...options }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode!));
        response.on('error', (error) => resolve(error.message));
      })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body);
  });
}
