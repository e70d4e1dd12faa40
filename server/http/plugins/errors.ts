// Sends all errors in one JSON format; to browsers, as an HTML page with the same message.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { VaultUnavailable } from '../../files/vault.ts';
import { throttleLog } from '../../log-throttle.ts';
import { sendNotice, wantsJson } from '../pages/notices.ts';
import { pathOf } from '../wire/path.ts';

export interface ErrorsOptions {
  isUnavailable(error: unknown): boolean;
}

export const errorsPlugin = fp<ErrorsOptions>(async (app: FastifyInstance, { isUnavailable }) => {
  app.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(toRefusal(error, request), reply));

  function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
    if (error instanceof Refusal) return error;
    if (isUnavailable(error)) {
      logOutage(error, request);
      return new Refusal('unavailable', 'The service is temporarily unavailable; try again shortly.', { cause: error });
    }
    if (error instanceof VaultUnavailable) {
      logVaultFailure(error.cause as Error, request);
      return new Refusal('unavailable', error.message, { cause: error });
    }
    if (error.statusCode && error.statusCode < 500) return new Refusal('malformed', undefined, { cause: error });
    request.log.error({ err: error }, 'Request failed');
    return new Refusal('internal', `Something went wrong on our side; quote request ${request.id} when you report it.`);
  }

  const logOutage = createThrottledLog('Database unavailable: answering requests that need it with 503');
  const logVaultFailure = createThrottledLog('File storage unavailable: answering requests that need it with 503');
});

/** Throttled, because during an outage every request that needs the service fails. */
function createThrottledLog(sentence: string): (error: Error, request: FastifyRequest) => void {
  return throttleLog((refused, error: Error, request: FastifyRequest) => {
    request.log.error({ err: error, refused }, sentence);
  });
}

export function sendRefusal(refusal: Refusal, reply: FastifyReply): FastifyReply {
  reply.headers(refusal.headers);
  if (!isForPeople(reply.request)) return reply.code(refusal.status).send(refusal.body());
  const { status, message: text } = refusal;
  return sendNotice(reply, status, { title: titles[status] ?? 'This did not work', text, sign: status });
}

const titles: Record<number, string> = {
  404: 'There is nothing here',
  500: 'Something went wrong',
  503: 'One moment, please',
};

/** Visitor routes send HTML to everybody, other routes only if the client accepts it. The API sends only JSON. */
function isForPeople(request: FastifyRequest): boolean {
  if (/^\/api(\/|$)/.test(pathOf(request)) || wantsJson(request)) return false;
  return request.routeOptions.config?.isForPeople || /\btext\/html\b/i.test(request.headers.accept ?? '');
}
