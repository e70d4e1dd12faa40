// An external client: from an address other than the proxy's, over TLS, trusting only the right certificate.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, answerOf } from '../../test/support/server.ts';
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
        answerOf(response).then(resolve, reject),
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
