// A client of the live stream on a real socket. It parses messages by itself.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { eventually } from './eventually.ts';
import { document } from './openapi.ts';

const PATIENCE_MS = 8000;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'api');
const validate = ajv.compile({ $ref: 'api#/components/schemas/LiveStreamMessage' });

export interface Message {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own data
  data: any;
}

export interface LiveStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Everything received so far. */
  text(): string;
  messages(): Message[];
  /** The next messages that were not taken yet. */
  take(count: number): Promise<Message[]>;
  /** Resolves when the service has ended the response properly. */
  ended(): Promise<void>;
  close(): void;
}

export async function listenOn(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export async function openStream(port: number, headers: Record<string, string>): Promise<LiveStream> {
  const request = http.get({ host: '127.0.0.1', port, path: '/api/v1/analytics/live/stream', headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  let taken = 0;
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  let hasEnded = false;
  response.once('end', () => {
    hasEnded = true;
  });
  response.on('error', () => {});
  const messages = () => text.split('\n\n').slice(0, -1).flatMap(parsed);
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: () => text,
    messages,
    async take(count) {
      await eventually(`${count} more messages`, PATIENCE_MS, () => messages().length >= taken + count);
      taken += count;
      return messages().slice(taken - count, taken);
    },
    ended: () => eventually('the stream ends', PATIENCE_MS, () => hasEnded),
    close: () => void request.destroy(),
  };
}

function parsed(block: string): Message[] {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)));
  if (fields.data === undefined) return [];
  const message = { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
  assert.ok(validate(message), `${block}\n${ajv.errorsText(validate.errors)}`);
  return [message];
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
