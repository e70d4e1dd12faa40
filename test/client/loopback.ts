// A server that answers each request with the next step of a test, and records the requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Loopback {
  readonly url: string;
  readonly received: Received[];
}

export type Step = (response: ServerResponse) => void;

export async function startLoopback(t: TestContext, ...steps: Step[]): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const step = steps[received.length - 1];
    if (step) step(response);
    else answer(500, { status: false, response: 'Unexpected request.', code: 'internal' })(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(text);
  };
}

export function success(response: unknown, meta?: unknown): Step {
  return answer(200, { status: true, response, meta });
}

export function refused(status: number, code: string, headers: Record<string, string> = {}): Step {
  return answer(status, { status: false, response: 'Not now.', code }, headers);
}

/** Reads the request and closes the connection without a response. */
export const hangUp: Step = (response) => void response.destroy();

/** Sends half a response and closes the connection. */
export const breakOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"status":true,', () => response.destroy());
};

/** Reads the request and never answers. */
export const silence: Step = () => {};
