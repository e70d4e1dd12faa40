// Reads bodies. Fastify's own parsing would turn a body-less GET with a form's Content-Type away, and would hang up on
// a client that is still sending too much instead of answering it; so the body is read here, ahead of it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type BodyMemory, createBodyMemory } from '../wire/body-memory.ts';
import { parseMultipart, parseUrlEncoded } from '../wire/form-fields.ts';
import { parseJson } from '../wire/json-body.ts';
import { mediaTypesOf } from '../wire/media-types.ts';

type Parse = (body: Buffer, contentType: string) => Record<string, unknown>;

const JSON_TYPE = 'application/json';

const parsers: Record<string, Parse> = {
  [JSON_TYPE]: parseJson,
  'application/x-www-form-urlencoded': parseUrlEncoded,
  'multipart/form-data': parseMultipart,
};

export interface BodyOptions {
  mostBytes?: number;
  memory?: BodyMemory;
}

export const bodyPlugin = fp<BodyOptions>(async (app: FastifyInstance, options) => {
  const { mostBytes = limits.bodyBytes, memory = createBodyMemory() } = options;
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
    readBody(request, length, most, memory).then(
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
  memory: BodyMemory,
): Promise<Record<string, unknown> | undefined> {
  if (length > most) {
    request.raw.resume();
    throw tooLarge(most);
  }
  const body = await readAll(request, most, memory);
  if (body.length === 0) return undefined;

  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accepted = isRead ? [JSON_TYPE] : mediaTypesOf(request.routeOptions.schema);
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

/** Past a limit the rest is read and dropped: the client gets its answer once it has finished sending. */
function readAll({ raw, caller }: FastifyRequest, most: number, memory: BodyMemory): Promise<Buffer> {
  const accountId = caller?.accountId;
  let held = 0;
  const reading = new Promise<Buffer>((resolve, reject) => {
    let chunks: Buffer[] | undefined = [];
    raw.on('data', (chunk: Buffer) => {
      if (!chunks) return;
      if (held + chunk.length > most) refuse(tooLarge(most));
      else if (!memory.take(accountId, chunk.length)) refuse(noMemory());
      else {
        held += chunk.length;
        chunks.push(chunk);
      }
    });
    raw.on('end', () => resolve(Buffer.concat(chunks ?? [])));
    raw.on('error', () => refuse(brokenOff()));
    raw.on('aborted', () => refuse(brokenOff()));

    function refuse(refusal: Refusal): void {
      chunks = undefined;
      reject(refusal);
    }
  });
  return reading.finally(() => memory.free(accountId, held));
}

function brokenOff(): Refusal {
  return new Refusal('malformed', 'The body broke off.');
}

function noMemory(): Refusal {
  return new Refusal('unavailable', 'Too many large requests are arriving at once; try again shortly.');
}

export function tooLarge(most: number): Refusal {
  return new Refusal('too_large', `The body may have at most ${most} bytes.`);
}
