// Sends all errors in one JSON format; to browsers, as an HTML page with the same message.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import { FileStorageUnavailable } from '../../files/file-storage.ts';
import type { I18n } from '../../i18n/index.ts';
import { throttleLog } from '../../system/log-throttle.ts';
import { sendNotice, wantsJson } from '../pages/notices.ts';
import { pathOf } from '../wire/path.ts';

export interface ErrorsOptions {
  isUnavailable(error: unknown): boolean;
}

export const errorsPlugin = fp<ErrorsOptions>(async (app: FastifyInstance, { isUnavailable }) => {
  app.decorateRequest('pageOwner');
  app.setErrorHandler((error: FastifyError, request, reply) => sendApiError(toApiError(error, request), reply));

  function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
    if (error instanceof ApiError) return error;
    if (isUnavailable(error)) {
      logOutage(error, request);
      return new ApiError('unavailable', /*i18n*/ 'The service is temporarily unavailable; try again shortly.', {
        cause: error,
      });
    }
    if (error instanceof FileStorageUnavailable) {
      logFileStorageFailure(error.cause as Error, request);
      return new ApiError('unavailable', error.message, { cause: error });
    }
    if (error.statusCode && error.statusCode < 500) return new ApiError('malformed', undefined, { cause: error });
    request.log.error({ err: error }, 'Request failed');
    return new ApiError('internal', QUOTE.replace('{id}', request.id));
  }

  const logOutage = createThrottledLog('Database unavailable: answering requests that need it with 503');
  const logFileStorageFailure = createThrottledLog(
    'File storage unavailable: answering requests that need it with 503',
  );
});

/** Throttled, because during an outage every request that needs the service fails. */
function createThrottledLog(sentence: string): (error: Error, request: FastifyRequest) => void {
  return throttleLog((refused, error: Error, request: FastifyRequest) => {
    request.log.error({ err: error, refused }, sentence);
  });
}

export function sendApiError(apiError: ApiError, reply: FastifyReply): FastifyReply {
  reply.headers(apiError.headers);
  if (!htmlErrors(reply.request)) return reply.code(apiError.status).send(apiError.body());
  const { status } = apiError;
  const { id } = reply.request;
  return sendNotice(reply, status, (i18n) => ({
    title: i18n.t(titles[status] ?? OTHER_TITLE),
    text: textOf(i18n, apiError, id),
    sign: status,
  }));
}

const OTHER_TITLE = /*i18n*/ 'This did not work';
const titles: Record<number, string> = {
  404: /*i18n*/ 'There is nothing here',
  500: /*i18n*/ 'Something went wrong',
  503: /*i18n*/ 'One moment, please',
};
const QUOTE = /*i18n*/ 'Something went wrong on our side; quote request {id} when you report it.';

/** In place of messages that people rarely see, and that are not translated one by one. */
const general: Partial<Record<ErrorCode, string>> = {
  not_found: /*i18n*/ 'Nothing was found at this address.',
  too_large: /*i18n*/ 'The request is too large.',
  rate_limited: /*i18n*/ 'Too many requests. Wait a minute, then try again.',
  unavailable: /*i18n*/ 'The service cannot answer right now. Try again shortly.',
};

function textOf(i18n: I18n, { code, message }: ApiError, id: string): string {
  if (code === 'internal') return i18n.t(QUOTE, { id });
  if (i18n.language === 'en') return message;
  if (i18n.has(message)) return i18n.t(message);
  return i18n.t(general[code] ?? /*i18n*/ 'The request was not accepted. Go back, then try again.');
}

/** Visitor routes send HTML to everybody, other routes only if the client accepts it. The API sends only JSON. */
function htmlErrors(request: FastifyRequest): boolean {
  if (/^\/api(\/|$)/.test(pathOf(request)) || wantsJson(request)) return false;
  return request.routeOptions.config?.htmlErrors || /\btext\/html\b/i.test(request.headers.accept ?? '');
}
