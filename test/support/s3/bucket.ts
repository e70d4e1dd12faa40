// A local bucket: s3rver stores the files, and a proxy checks what s3rver ignores: the signature of every request (AWS
// Signature Version 4).
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import S3rver from 's3rver';
import type { Bucket } from '../../../server/files/s3-client.ts';

const BUCKET = 'files';
/** The only key pair that s3rver knows. */
const KEY = 'S3RVER';
const SECRET = 'S3RVER';

export interface LocalS3 {
  bucket: Bucket;
  /** The same in the form of the settings. */
  settings: { UPLOADS_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string };
  /** The requests, as `PUT /files/…`, in order. */
  requests: string[];
  /** Called before each answer: an error status, or 'never' for no answer. */
  fault: (request: string) => number | 'never' | undefined;
  close(): Promise<void>;
}

export async function openS3(t: TestContext): Promise<LocalS3> {
  const directory = mkdtempSync(join(tmpdir(), 'fingerpost-s3-'));
  const store = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  store.logger.exceptions.unhandle();
  await store.configureBuckets();
  const serve = store.callback();

  const server = http.createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    local.requests.push(asked);
    const fault = isSigned(request) ? local.fault(asked) : 403;
    if (fault === 'never') return;
    if (fault === undefined) return serve(request, response);
    const code = fault === 403 ? 'SignatureDoesNotMatch' : 'InternalError';
    request.resume();
    response.writeHead(fault, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>It went wrong.</Message></Error>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: KEY, secretAccessKey: SECRET };
  const local: LocalS3 = {
    bucket: { name: BUCKET, prefix: 'live/', region: 'us-east-1', endpoint, pathStyle: true, ...credentials },
    settings: {
      UPLOADS_URL: `s3://${BUCKET}/live?endpoint=${endpoint}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    requests: [],
    fault: () => undefined,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  t.after(async () => {
    await local.close();
    store.logger.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return local;
}

function isSigned({ method, url, headers }: http.IncomingMessage): boolean {
  const form = /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/;
  const [, key, day, region, names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url!, 'http://s3.example');
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = headers['x-amz-content-sha256'];
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, payload].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hash].join('\n');
  const steps = [day!, region!, 's3', 'aws4_request', text];
  const expected = steps.reduce<string | Buffer>((secret, step) => hmac(secret, step ?? ''), `AWS4${SECRET}`);
  return key === KEY && (expected as Buffer).toString('hex') === signature;
}

function hmac(secret: string | Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
