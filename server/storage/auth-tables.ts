// The tables of sign-in as TypeScript sees them. better-auth names their columns.
import type { Generated } from 'kysely';
import type { Micros } from '../../contract/time.ts';

/** better-auth writes the times and flags in these tables. Each engine has its own representation. */
export interface AuthUserRow {
  id: number;
  name: string;
  email: string;
  emailVerified: unknown;
  image: string | null;
  createdAt: unknown;
  updatedAt: unknown;
  twoFactorEnabled: unknown;
  /** How often the account was recovered. */
  generation: Generated<number>;
  /** The id that the address got when it took effect: later addresses of the account have greater ones. */
  addressId: Generated<number>;
  /** Ids up to this one were given out before an address of the account was first proven. Null: none ever was. */
  provenId: number | null;
  /** The last recovery, until its owner has reviewed what the account has. */
  recoveredAt: Micros | null;
}

export interface AuthAccountRow {
  id: Generated<number>;
  accountId: string;
  providerId: string;
  userId: number;
  password: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthSessionRow {
  id: number;
  userId: number;
  /** The SHA-256 of the token in the cookie. */
  token: string;
  expiresAt: unknown;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: unknown;
  updatedAt: unknown;
  /** The time of the last sign-in or reauthentication in this session. */
  freshAt: Micros;
  /** When it was last used, to a few minutes. */
  seenAt: Micros;
}

export interface AuthTwoFactorRow {
  id: number;
  userId: number;
  secret: string;
  backupCodes: string;
  verified: unknown;
  failedVerificationCount: number | null;
  lockedUntil: unknown;
  /** The time of the last code that was used, in steps of 30 seconds: no code works twice. */
  usedStep: number;
  addedAt: Generated<Micros>;
}

export interface AuthPasskeyRow {
  id: number;
  userId: number;
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: unknown;
  transports: string | null;
  createdAt: unknown;
  aaguid: string | null;
  usedAt: Micros | null;
}

export interface AuthVerificationRow {
  id: number;
  identifier: string;
  value: string;
  expiresAt: unknown;
  createdAt: unknown;
  updatedAt: unknown;
  /** Of tokens for an account; null in the rows of better-auth. */
  accountId: number | null;
  /** The token is valid as long as the account has this generation. */
  generation: number | null;
  /** The address whose owner can undo what was done since: recoveries through later addresses keep the token. */
  addressId: number | null;
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
