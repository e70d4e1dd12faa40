// The base of absolute URLs: the configured URL, or the host that the request was sent to.
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';

const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function baseUrl(request: Pick<FastifyRequest, 'host' | 'protocol'>, config: Config): string {
  if (config.publicUrl) return config.publicUrl;
  const host = request.host || `localhost:${config.port}`;
  if (!HOST.test(host)) throw new ApiError('malformed', 'The Host header is not a host name.');
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}
