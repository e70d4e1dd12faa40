// Why a sign-in with the provider failed: the code in `/sign-in?error=…`.
export class ProviderRefusal extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`The sign-in with the provider is refused: ${code}`, { cause });
    this.name = 'ProviderRefusal';
    this.code = code;
  }
}

type Library = typeof import('openid-client');

/** What openid-client says of an ID token, or of a callback, that is not valid. */
const NOT_VALID = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** For what openid-client throws for a callback. */
export function refusalFor(error: unknown, library: Library): ProviderRefusal {
  const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } = library;
  // The provider's own code, such as `access_denied`.
  if (error instanceof AuthorizationResponseError) {
    return new ProviderRefusal(/^\w{1,50}$/.test(error.error) ? error.error : 'failed', error);
  }
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) {
    return new ProviderRefusal('invalid_code', error);
  }
  const isNotValid = error instanceof ClientError && NOT_VALID.has(error.code ?? '');
  return new ProviderRefusal(isNotValid ? 'unable_to_get_user_info' : 'temporarily_unavailable', error);
}
