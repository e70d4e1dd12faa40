// The tables of sign-in as TypeScript sees them.
import type { Micros } from '../../contract/time.ts';

/** Somebody with an account, which has the same id. */
export interface PersonRow {
  person_id: number;
  /** In lower case; no other person has it. */
  email: string;
  /** How often the account was recovered. Tokens and known browsers of an earlier generation are not valid. */
  generation: number;
  /** The id that the address got when it took effect: later addresses of the person have greater ones. */
  address_id: number;
  /** Ids up to this one were given out before an address of the person was first proven. Null: none ever was. */
  proven_id: number | null;
  /** The last recovery, until its owner has reviewed what the account has. */
  recovered_at: Micros | null;
  /** This one, the reason and the language are the same as those of the account. */
  is_active: number;
  suspension_reason: string | null;
  /** Of mails; null if none was chosen. */
  language: string | null;
  /** 1 if they have ever signed in. */
  signed_in: number;
}

/** Every person has one. */
export interface CredentialRow {
  person_id: number;
  /** The id that the password got when it was set. */
  password_id: number | null;
  password_hash: string | null;
  /** The second factor: an authenticator app. */
  totp_id: number | null;
  /** Encrypted. */
  totp_secret: string | null;
  /** 1 once a code has proven that the app has the secret: from then on it is asked for. */
  totp_confirmed: number;
  totp_added_at: Micros;
  /** The time of the last code that was used, in steps of 30 seconds: no code works twice. */
  totp_used_step: number;
  /** Their hashes, as JSON. */
  recovery_codes: string;
}

/** How somebody has signed in. */
export type SignInMethod = 'password' | 'code' | 'recovery-code' | 'passkey' | 'provider' | 'link' | 'sign-up';

export interface SessionRow {
  id: number;
  person_id: number;
  /** The SHA-256 of the token in the cookie. */
  token_hash: string;
  created_at: Micros;
  expires_at: Micros;
  /** The last sign-in or confirmation in this session. */
  fresh_at: Micros;
  /** When it was last used, to a few minutes. */
  seen_at: Micros;
  ip: string;
  agent: string;
  method: SignInMethod;
}

/** Works once: a link in a mail, a pending sign-in, a challenge. */
export interface OneTimeTokenRow {
  token_hash: string;
  kind: string;
  /** Null if nobody knows yet whose it is. */
  person_id: number | null;
  /** It is valid as long as the person has this generation. */
  generation: number | null;
  /** The address whose owner can undo what was done since: recoveries through later addresses keep the token. */
  address_id: number | null;
  /** JSON. */
  contents: string;
  expires_at: Micros;
  created_at: Micros;
}

/** A person as a provider knows them. */
export interface IdentityRow {
  id: number;
  person_id: number;
  issuer: string;
  subject: string;
  created_at: Micros;
}

export interface PasskeyRow {
  id: number;
  person_id: number;
  credential_id: string;
  public_key: string;
  /** Grows with each use, unless the authenticator does not count. */
  counter: number;
  /** 1 if it can be on several devices. */
  multi_device: number;
  backed_up: number;
  /** Separated by commas. */
  transports: string;
  /** The model of the authenticator. */
  aaguid: string;
  name: string;
  created_at: Micros;
  used_at: Micros | null;
}

/** Lets somebody sign up where not everybody may. */
export interface InvitationRow {
  token_hash: string;
  /** The one address that may use it; null: any. */
  email: string | null;
  created_at: Micros;
  expires_at: Micros;
  used_at: Micros | null;
}
