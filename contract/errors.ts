// The catalogue of errors: each code with its HTTP status, default message and headers.

export const errorCatalogue = {
  malformed: { status: 400, message: 'The request could not be parsed.' },
  unauthenticated: { status: 401, message: 'Send a valid API key as "Authorization: Bearer fp_…".' },
  forbidden: { status: 403, message: 'This key has no permission for this request.' },
  reauthenticate: { status: 403, message: 'Confirm that it is you: this needs a sign-in within the last ten minutes.' },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  timeout: { status: 408, message: 'The request took too long to arrive.' },
  precondition_failed: {
    status: 412,
    message: 'The record has changed since you read it; read it again before you change it.',
  },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This media type is not accepted here.' },
  invalid: { status: 422, message: 'Some values are not valid.' },
  rate_limited: { status: 429, message: 'Too many requests with this key; wait, then try again.' },
  internal: { status: 500, message: 'Something went wrong on our side.' },
  unavailable: { status: 503, message: 'The service cannot answer right now; try again shortly.' },
} as const;

const headersOf: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthenticated: { 'WWW-Authenticate': 'Bearer' },
  unavailable: { 'Retry-After': '1' },
};

export type ErrorCode = keyof typeof errorCatalogue;
export type FieldErrors = Record<string, string[]>;

export interface ErrorBody {
  status: false;
  response: string;
  code: ErrorCode;
  errors?: FieldErrors;
}

export interface ApiErrorOptions {
  /** Overrides the status of the code: 414 and 431 are too_large as well. */
  status?: number;
  errors?: FieldErrors;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The number of fields in one error response. */
export const MAX_ERRORS = 20;

/** An error that is sent to the client as it is. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string = errorCatalogue[code].message, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? errorCatalogue[code].status;
    this.errors = options.errors;
    this.headers = { ...headersOf[code], ...options.headers };
  }

  /** The response body. If there are more errors than fit, it says how many are not listed. */
  body(): ErrorBody {
    const body: ErrorBody = { status: false, response: this.message, code: this.code };
    if (!this.errors) return body;
    const errors = Object.entries(this.errors);
    body.errors = Object.fromEntries(errors.slice(0, MAX_ERRORS));
    const more = errors.length - MAX_ERRORS;
    if (more > 0) body.response += ` ${more} more ${more === 1 ? 'error is' : 'errors are'} not listed.`;
    return body;
  }
}

export function invalid(errors: FieldErrors): ApiError {
  return new ApiError('invalid', Object.values(errors)[0]?.[0], { errors });
}
