// How an account is signed in to: its e-mail address, password, sessions, passkeys and second factor.
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Credential, EmailAddress, GivenPassword, NewPassword, TotpCode } from './auth.ts';
import { Id, OneOf, Timestamp } from './common.ts';
import { line, orNull } from './writing.ts';

const closed = { additionalProperties: false };

export const AccountSecurity = Type.Object(
  {
    email: Type.String(),
    email_verified: Type.Boolean(),
    pending_email: Type.Union([Type.String(), Type.Null()], {
      description: 'A new address that has not been confirmed yet',
    }),
    has_password: Type.Boolean(),
    two_factor: Type.Boolean(),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
    passkeys: Type.Integer({ minimum: 0 }),
    sessions: Type.Integer({ minimum: 0 }),
    keys: Type.Integer({ minimum: 0, description: 'API keys that are not revoked' }),
    fresh_until: orNull(Timestamp),
    created_at: Timestamp,
    providers: Type.Array(Type.String(), { maxItems: 20, description: 'OpenID Connect providers that are linked' }),
    deletes_at: orNull(Timestamp),
    recovered_at: Type.Union([Timestamp, Type.Null()], {
      description: 'The account was recovered, and its owner has not reviewed what it has: `GET /account/recovery`',
    }),
  },
  { title: 'AccountSecurity', ...closed },
);

export const EmailChange = Type.Object({ email: EmailAddress });
export const PasswordChange = Type.Object({
  password: NewPassword,
  current_password: Type.Optional(GivenPassword),
});

export const Session = Type.Object(
  {
    id: Id,
    current: Type.Boolean({ description: 'The session of this request' }),
    device: Type.Object(
      {
        os: Type.String(),
        browser: Type.String(),
        kind: OneOf(['phone', 'tablet', 'desktop', 'other']),
      },
      closed,
    ),
    ip: Type.String(),
    country: Type.Union([Type.String(), Type.Null()]),
    city: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Session', ...closed },
);
export const Sessions = Type.Array(Session, { maxItems: limits.sessions });
export const SessionsEnded = Type.Object(
  { ended: Type.Integer({ minimum: 0 }) },
  { title: 'SessionsEnded', ...closed },
);

export const Passkey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: orNull(Timestamp),
    device_type: OneOf(['single_device', 'multi_device']),
    backed_up: Type.Boolean({ description: 'The passkey is synchronised to other devices' }),
  },
  { title: 'Passkey', ...closed },
);
export const Passkeys = Type.Array(Passkey, { maxItems: limits.passkeys });
const passkeyName = line({ min: 1, max: limits.passkeyName, description: 'Display name' });
export const PasskeyCreation = Type.Object({ name: Type.Optional(passkeyName), credential: Credential });
export const PasskeyEdit = Type.Object({ name: passkeyName });
export const PasskeySaved = Type.Object({ id: Id, name: Type.String() }, { title: 'PasskeySaved', ...closed });

export const TwoFactorSecret = Type.Object(
  {
    secret: Type.String({ description: 'For typing into an authenticator app' }),
    uri: Type.String({ description: 'The same as an `otpauth:` URI, for a QR code' }),
  },
  { title: 'TwoFactorSecret', ...closed },
);
export const TwoFactorCode = Type.Object({ code: TotpCode });
export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { maxItems: limits.recoveryCodes }) },
  { title: 'RecoveryCodes', ...closed },
);

export const AccountDeletion = Type.Object({
  username: Type.String({
    maxLength: limits.usernameMax,
    description: 'The username of the account, as a confirmation',
    'x-trimmed': true,
    'x-rule': 'must be the username of the account',
  }),
});
export const AccountDeleted = Type.Object({ deletes_at: Timestamp }, { title: 'AccountDeleted', ...closed });
