// Reads bodies. Fastify's own parsing would turn a body-less GET with a form's Content-Type away, and would hang up on
// a client that is still sending too much instead of answering it; so the body is read here, ahead of it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { parseJson } from '../json-body.ts';
import { mediaTypesOf } from '../media-types.ts';
import { readMultipart } from '../multipart.ts';

type Parse = (body: Buffer, contentType: string) => Record<string, unknown>;

const JSON_TYPE = 'application/json';

const parsers: Record<string, Parse> = {
  [JSON_TYPE]: parseJson,
  'application/x-www-form-urlencoded': parseForm,
  'multipart/form-data': parseMultipart,
};

export interface BodyOptions {
  mostBytes?: number;
}

export const bodyPlugin = fp<BodyOptions>(async (app: FastifyInstance, { mostBytes = limits.bodyBytes }) => {
  app.decorateRequest('largeBody', undefined);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers } = request;
    const length = Number(headers['content-length'] ?? 0);
    if (length === 0 && headers['transfer-encoding'] === undefined) {
      delete headers['content-type'];
      done(null, payload);
      return;
    }
    const { mostBytes: most = mostBytes, streams } = request.routeOptions.config;
    if (streams) {
      done(null, payload);
      return;
    }
    readBody(request, length, most).then(
      (body) => {
        request.body = body;
        // What is left for Fastify is a request without a body.
        delete headers['content-type'];
        delete headers['content-length'];
        delete headers['transfer-encoding'];
        done(null, payload);
      },
      (error: Error) => done(error, payload),
    );
  });
});

async function readBody(
  request: FastifyRequest,
  length: number,
  most: number,
): Promise<Record<string, unknown> | undefined> {
  if (length > most) {
    request.raw.resume();
    throw tooLarge(most);
  }
  const body = await readAll(request, most);
  if (body.length === 0) return undefined;

  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const accepted = request.method === 'POST' ? mediaTypesOf(request.routeOptions.schema) : [JSON_TYPE];
  if (!accepted.includes(mediaType)) {
    throw new Refusal('unsupported_media_type', `This address takes a body of ${accepted.join(', ')} only.`);
  }
  const { leavesBodiesOver = Number.POSITIVE_INFINITY } = request.routeOptions.config;
  if (mediaType === JSON_TYPE && body.length > leavesBodiesOver) {
    request.largeBody = body;
    return {};
  }
  return parsers[mediaType]!(body, contentType);
}

/** Past the limit the rest is let run by unread: the client gets its answer once it has finished sending. */
function readAll({ raw }: FastifyRequest, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= most) chunks.push(chunk);
      else reject(tooLarge(most));
    });
    raw.on('end', () => resolve(Buffer.concat(chunks)));
    raw.on('error', () => reject(new Refusal('malformed', 'The body broke off.')));
    raw.on('aborted', () => reject(new Refusal('malformed', 'The body broke off.')));
  });
}

export function tooLarge(most: number): Refusal {
  return new Refusal('too_large', `The body may have at most ${most} bytes.`);
}

function parseForm(body: Buffer): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(body.toString())) addField(fields, name, value);
  return Object.fromEntries(fields);
}

function parseMultipart(body: Buffer, contentType: string): Record<string, unknown> {
  const parts = readMultipart(body, contentType);
  if (!parts) throw new Refusal('malformed', 'The body is not a complete multipart form.');
  const fields = new Map<string, unknown>();
  // A file is not text, whatever it is called: validation then says so where a field of that name is expected.
  for (const { name, text } of parts) addField(fields, name, text ?? {});
  return Object.fromEntries(fields);
}

/** A field given twice becomes a list, which no single value is read from. */
export function addField(fields: Map<string, unknown>, name: string, value: unknown): void {
  fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
}
