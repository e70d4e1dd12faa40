// Reads bodies before Fastify does. Fastify would reject a GET without a body but with a form's Content-Type, and would
// disconnect a client that sends too much instead of answering it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type BodyMemory, createBodyMemory } from '../wire/body-memory.ts';
import { parseMultipart, parseUrlEncoded } from '../wire/form-fields.ts';
import { isBlank, parseJson, parseParameters } from '../wire/json-body.ts';
import { mediaTypesOf } from '../wire/media-types.ts';
import { fieldLimit, type PartLimit, valueLimit } from '../wire/part-limits.ts';
import { dropBody, freeBytes } from '../wire/request-body.ts';

interface Format {
  /** Undefined if there is nothing in it. */
  parse(body: Buffer, contentType: string): Record<string, unknown> | undefined;
  limit?: PartLimit;
}

const JSON_TYPE = 'application/json';

const formats: Record<string, Format> = {
  [JSON_TYPE]: { parse: parseJson, limit: valueLimit },
  'application/x-www-form-urlencoded': { parse: parseUrlEncoded, limit: fieldLimit },
  // The parser limits the number of parts.
  'multipart/form-data': { parse: parseMultipart },
};
const readFormats: Record<string, Format> = { [JSON_TYPE]: { parse: parseParameters, limit: valueLimit } };

export interface BodyOptions {
  maxBytes?: number;
  memory?: BodyMemory;
}

export const bodyPlugin = fp<BodyOptions>(async (app: FastifyInstance, options) => {
  const { maxBytes = limits.bodyBytes, memory = createBodyMemory() } = options;
  app.decorateRequest('largeBody', undefined);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers } = request;
    const length = Number(headers['content-length'] ?? 0);
    if (length === 0 && headers['transfer-encoding'] === undefined) {
      delete headers['content-type'];
      done(null, payload);
      return;
    }
    const { maxBytes: max = maxBytes, streams } = request.routeOptions.config;
    if (streams) {
      done(isCompressed(request) ? compressedBody(request) : null, payload);
      return;
    }
    readBody(request, length, max, memory).then(
      (body) => {
        request.body = body;
        // For Fastify the request has no body.
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
  max: number,
  memory: BodyMemory,
): Promise<Record<string, unknown> | undefined> {
  if (length > max) {
    dropBody(request.raw);
    throw tooLarge(max);
  }
  if (isCompressed(request)) throw compressedBody(request);
  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const accepted = isRead ? [JSON_TYPE] : mediaTypesOf(request.routeOptions.schema);
  const format = accepted.includes(mediaType) ? (isRead ? readFormats : formats)[mediaType] : undefined;
  const { leavesBodiesOver } = request.routeOptions.config;
  // Where large bodies are parsed elsewhere, small ones are too short for that many parts.
  const limit = leavesBodiesOver === undefined ? format?.limit : undefined;
  const isShort = length > 0 && length < (limit?.max ?? 0);
  const body = await readAll(request, max, memory, isShort ? undefined : limit);
  if (body.length === 0 || (isRead && isBlank(body))) return undefined;

  if (!format) {
    throw new ApiError('unsupported_media_type', `Only these media types are accepted here: ${accepted.join(', ')}.`);
  }
  if (mediaType === JSON_TYPE && body.length > (leavesBodiesOver ?? Number.POSITIVE_INFINITY)) {
    request.largeBody = body;
    return {};
  }
  try {
    return format.parse(body, contentType);
  } finally {
    freeBytes(body);
  }
}

/** After a limit is reached, the rest is read and dropped, and the client gets its response when it has finished sending. */
function readAll(
  { raw, caller }: FastifyRequest,
  max: number,
  memory: BodyMemory,
  limit: PartLimit | undefined,
): Promise<Buffer> {
  const accountId = caller?.accountId;
  const count = limit?.counter();
  let bytes = 0;
  const reading = new Promise<Buffer>((resolve, reject) => {
    let chunks: Buffer[] | undefined = [];
    raw.on('data', (chunk: Buffer) => {
      if (!chunks) freeBytes(chunk);
      else if (bytes + chunk.length > max) refuse(tooLarge(max));
      else if (count && count(chunk) > limit!.max) refuse(limit!.apiError());
      else if (!memory.take(accountId, chunk.length)) refuse(noMemory());
      else {
        bytes += chunk.length;
        chunks.push(chunk);
      }
    });
    raw.on('end', () => {
      const parts = chunks ?? [];
      const body = Buffer.concat(parts);
      for (const part of parts) freeBytes(part);
      // If it is answered already, for instance because it took too long, parts may have been dropped.
      if (body.length < bytes || raw.socket.writableEnded) reject(incompleteBody());
      else resolve(body);
    });
    raw.on('error', () => refuse(incompleteBody()));
    raw.on('aborted', () => refuse(incompleteBody()));

    function refuse(apiError: ApiError): void {
      for (const chunk of chunks ?? []) freeBytes(chunk);
      chunks = undefined;
      reject(apiError);
    }
  });
  return reading.finally(() => memory.free(accountId, bytes));
}

/** Whether the body would have to be decompressed before it can be read. */
function isCompressed({ headers }: FastifyRequest): boolean {
  const encodings = (headers['content-encoding'] ?? '').split(',').map((name) => name.trim().toLowerCase());
  return encodings.some((name) => name !== '' && name !== 'identity');
}

/** Not decompressed, because a small body could become a very large one. */
function compressedBody({ raw }: FastifyRequest): ApiError {
  dropBody(raw);
  return new ApiError('unsupported_media_type', 'Send the body without compression, and without Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

function incompleteBody(): ApiError {
  return new ApiError('malformed', 'The body is incomplete.');
}

function noMemory(): ApiError {
  return new ApiError('unavailable', 'Too many large requests are arriving at once; try again shortly.');
}

export function tooLarge(max: number): ApiError {
  return new ApiError('too_large', `The body may have at most ${max} bytes.`);
}
