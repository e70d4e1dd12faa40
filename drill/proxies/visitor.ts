// An external client: from an address other than the proxy's, over TLS, trusting only the right certificate.
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
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
}

export interface Visitor {
  ask(request: string, options?: Ask): Promise<Answer>;
  /** The same without TLS. */
  askInTheOpen(request: string): Promise<Answer>;
  /** The same over HTTP/2. */
  askByHttp2(request: string, options?: Ask): Promise<Answer>;
}

export function visitorOf({ httpPort, httpsPort, ca }: Front, key: string): Visitor {
  const address = { host: '127.0.0.1', localAddress: VISITOR };
  const headersOf = ({ headers, body, chunked }: Ask) => ({
    authorization: `Bearer ${key}`,
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

/** Rejects if the answer is incomplete. The answer to HEAD has the Content-Type of a body that is not sent. */
async function answerOf(body: Readable, status: number, headers: http.IncomingHttpHeaders): Promise<Answer> {
  const whole = await text(body);
  const isJson = whole !== '' && headers['content-type']?.startsWith('application/json');
  return { status, headers, text: whole, body: isJson ? JSON.parse(whole) : undefined };
}
