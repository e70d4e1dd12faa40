// Sends a request over a real connection, with headers exactly as given.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { FuzzRequest } from './plans.ts';

export interface FuzzAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface Sender {
  send(request: Pick<FuzzRequest, 'method' | 'url' | 'headers' | 'body'>): Promise<FuzzAnswer>;
  close(): void;
}

/** Far longer than any answer takes, even on a busy machine. */
const PATIENCE_MS = 20_000;

export function createSender(port: number): Sender {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  return {
    async send({ method, url, headers, body }) {
      const names = new Set(headers.map(([name]) => name.toLowerCase()));
      const framing: [string, string][] = [['Content-Length', String(body?.length ?? 0)]];
      if (!names.has('host')) framing.push(['Host', `127.0.0.1:${port}`]);
      const request = http.request({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: [...framing, ...headers].flat() as never,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
      request.end(body);
      const [response] = await answered;
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      assert.ok(response.complete, 'the answer is incomplete');
      return { status: response.statusCode!, headers: response.headers, text };
    },
    close: () => agent.destroy(),
  };
}
