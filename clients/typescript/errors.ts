// Whatever goes wrong is one kind of error, whether the service refused, a proxy spoke in its place or nobody answered.
import type { ErrorAnswer } from './generated.ts';

/** The service's own codes, and three for what happens on the way to it. */
export type ErrorCode = ErrorAnswer['code'] | 'unreachable' | 'timed_out' | 'unexpected_answer';

export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

export class FingerpostError extends Error {
  readonly code: ErrorCode;
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What is wrong with each field, in sentences; empty unless the code is `invalid`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** To quote when you report a problem. */
  readonly requestId: string | undefined;
  /** After how many seconds the service wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, sentence: string, details: ErrorDetails = {}) {
    super(sentence, { cause: details.cause });
    this.name = 'FingerpostError';
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** What an answer that is no success says. A proxy's page of HTML says little more than its status. */
export function errorAnswer(response: Response, text: string): FingerpostError {
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsUntil(response.headers.get('retry-after')),
  };
  const body = asJson(text);
  if (isErrorAnswer(body)) return new FingerpostError(body.code, body.response, { ...details, fields: body.errors });
  const type = response.headers.get('content-type')?.split(';', 1)[0] || 'a body of no type';
  return new FingerpostError(
    'unexpected_answer',
    `The answer was ${response.status} with ${type}, which is not how Fingerpost answers; something in between may have.`,
    details,
  );
}

/** A POST that follows a redirect arrives as a GET, and a key goes where nobody meant to send it. */
export function redirection(response: Response): FingerpostError {
  const target = response.headers.get('location');
  return new FingerpostError(
    'unexpected_answer',
    `The address redirects${target ? ` to ${target}` : ''}; give the client the address that answers itself.`,
    { status: response.status || undefined },
  );
}

export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorAnswer(body: unknown): body is ErrorAnswer {
  const { response, code } = (body ?? {}) as Partial<ErrorAnswer>;
  return typeof response === 'string' && typeof code === 'string';
}

/** Retry-After is a number of seconds or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
