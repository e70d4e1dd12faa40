// An external client: from an address other than the proxy's, over TLS, trusting only the right certificate.
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import type { Answer } from '../../test/support/server.ts';
import { type Front, SITE } from './fronts.ts';

/** The proxies connect to the service from 127.0.0.1. */
export const VISITOR = '127.0.0.2';

export interface Ask {
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body without Content-Length. */
  chunked?: boolean;
  /** Without the key. An owner's own visits are not counted. */
  isStranger?: boolean;
}

export interface Visitor {
  ask(request: string, options?: Ask): Promise<Answer>;
  /** The same without TLS. */
  askInTheOpen(request: string): Promise<Answer>;
  /** The same over HTTP/2. */
  askByHttp2(request: string, options?: Ask): Promise<Answer>;
  /** For an answer without end. */
  listen(path: string): Promise<Listening>;
}

export interface Listening {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The milliseconds until the next text that contains it. */
  hears(text: string, maxMs: number): Promise<number>;
  stop(): void;
}

export function visitorOf({ httpPort, httpsPort, ca }: Front, key: string): Visitor {
  const address = { host: '127.0.0.1', localAddress: VISITOR };
  const headersOf = ({ headers, body, chunked, isStranger }: Ask) => ({
    ...(isStranger ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body === undefined || chunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...(chunked ? { 'transfer-encoding': 'chunked' } : {}),
    ...headers,
  });

  function send(start: typeof https.request, port: number, request: string, options: Ask): Promise<Answer> {
    const [method, path] = request.split(' ');
    const headers = { host: SITE, ...headersOf(options) };
    return new Promise((resolve, reject) => {
      start({ ...address, port, servername: SITE, ca, method, path, headers, agent: false }, (response) =>
        answerOf(response, response.statusCode!, response.headers).then(resolve, reject),
      )
        .on('error', reject)
        .end(options.body);
    });
  }

  return {
    ask: (request, options = {}) => send(https.request, httpsPort, request, options),
    async listen(path) {
      const headers = { host: SITE, ...headersOf({}) };
      const request = https.get({ ...address, port: httpsPort, servername: SITE, ca, path, headers, agent: false });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      return listening(response);
    },
    askInTheOpen: (request) => send(http.request, httpPort, request, {}),
    async askByHttp2(request, options = {}) {
      const [method, path] = request.split(' ');
      const session = http2.connect(`https://${SITE}`, {
        createConnection: () =>
          tls.connect({
            ...address,
            port: httpsPort,
            servername: SITE,
            ca,
            ALPNProtocols: ['h2'],
          } as tls.ConnectionOptions),
      });
      try {
        return await new Promise<Answer>((resolve, reject) => {
          session.on('error', reject);
          const head = { ':method': method, ':path': path, ...headersOf(options) };
          const stream = session.request(head, { endStream: options.body === undefined });
          stream
            .on('error', reject)
            .on('response', (headers) => answerOf(stream, headers[':status']!, headers).then(resolve, reject));
          if (options.body !== undefined) stream.end(options.body);
        });
      } finally {
        session.close();
      }
    },
  };
}

function listening(response: http.IncomingMessage): Listening {
  let heard = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  response.on('error', () => {});
  return {
    status: response.statusCode!,
    headers: response.headers,
    async hears(wanted, maxMs) {
      const since = performance.now();
      while (!heard.includes(wanted)) {
        if (performance.now() - since > maxMs) throw new Error(`no "${wanted}" within ${maxMs} ms`);
        await sleep(5);
      }
      heard = heard.slice(heard.indexOf(wanted) + wanted.length);
      return performance.now() - since;
    },
    stop: () => response.destroy(),
  };
}

/** Rejects if the answer is incomplete. The answer to HEAD has the Content-Type of a body that is not sent. */
async function answerOf(body: Readable, status: number, headers: http.IncomingHttpHeaders): Promise<Answer> {
  const whole = await text(body);
  const isJson = whole !== '' && headers['content-type']?.startsWith('application/json');
  return { status, headers, text: whole, body: isJson ? JSON.parse(whole) : undefined };
}
