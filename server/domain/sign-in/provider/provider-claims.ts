// What a provider says about the person who signs in.
import { ProviderRefusal } from './provider-refusal.ts';

export interface ProviderClaims {
  subject: string;
  /** As OIDC_ISSUER, without a slash at the end. */
  issuer: string;
  /** In lower case. */
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  username: string | undefined;
}

export type RawClaims = Record<string, unknown>;

/** 1 to 255 characters, the limit of OpenID Connect. */
const SUBJECT = /^\P{Cc}{1,255}$/u;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** `token` are the claims of the ID token, `more` those of the userinfo endpoint about the same subject. */
export function readClaims(issuer: string, token: RawClaims, more: RawClaims): ProviderClaims {
  const subject = String(token.sub);
  if (!SUBJECT.test(subject)) throw new ProviderRefusal('unable_to_get_user_info');
  // Whether an address is verified is read where the address is.
  const { email, email_verified } = token.email === undefined ? more : token;
  const { name, preferred_username } = { ...more, ...token };
  return {
    subject,
    issuer,
    email: typeof email === 'string' && EMAIL.test(email) ? email.toLowerCase() : undefined,
    isEmailVerified: email_verified === true || email_verified === 'true',
    name: text(name),
    username: text(preferred_username),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
