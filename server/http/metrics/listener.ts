// Serves metrics on a loopback port.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHALLENGE_HEADER, PROOF_HEADER } from '../../storage/installation-proof.ts';

export interface MetricsSource {
  readonly contentType: string;
  /** The text, and the answer to doctor's challenge if it is valid. */
  read(challenge: string | undefined): Promise<{ text: string; proof: string | undefined }>;
}

export interface MetricsListener {
  listen(port: number): Promise<void>;
  close(): void;
}

interface MetricsLogger {
  info(sentence: string): void;
  error(details: object, sentence: string): void;
}

export function createMetricsListener(source: MetricsSource, logger: MetricsLogger): MetricsListener {
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      logger.error({ err: error }, 'Could not read the metrics');
      response.writeHead(500).end();
    });
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url = '', method = '', headers: received } = request;
    if (url.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const challenge = received[CHALLENGE_HEADER];
    const { text, proof } = await source.read(typeof challenge === 'string' ? challenge : undefined);
    const headers = {
      'Content-Type': source.contentType,
      'Content-Length': Buffer.byteLength(text),
      ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }),
    };
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : text);
  }

  return {
    async listen(port) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', resolve);
      });
      logger.info(`metrics on http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
