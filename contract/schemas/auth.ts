// Sign-up, sign-in and what leads back to an account: the operations that need no credentials yet.
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { OneOf, Timestamp, Url } from './common.ts';
import { character } from './text-pattern.ts';
import { line, orNull } from './writing.ts';

const closed = { additionalProperties: false };

/** A password that somebody chooses. Not trimmed: spaces are part of it. */
export const NewPassword = Type.String({
  minLength: limits.passwordMin,
  maxLength: limits.passwordMax,
  description: 'The new password. Common passwords are rejected',
  'x-rule': `must have ${limits.passwordMin} to ${limits.passwordMax} characters`,
});

/** A password that somebody has. Any text may be tried. */
export const GivenPassword = Type.String({
  minLength: 1,
  maxLength: limits.passwordMax,
  description: 'The current password',
  'x-rule': `must have 1 to ${limits.passwordMax} characters`,
});

export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: limits.email,
  pattern: `^${character('\\s@')}+@${character('\\s@')}+$`,
  description: 'An e-mail address',
  'x-trimmed': true,
  'x-rule': 'must look like name@host',
});

const Token = Type.String({
  minLength: 1,
  maxLength: limits.signInToken,
  pattern: '^[\\x21-\\x7e]*$',
  description: 'The token in the link of the message',
  'x-rule': 'must be the token of the link',
});

/** Authenticator apps show digits; recovery codes have letters. People type spaces and hyphens into both. */
function code(description: string) {
  return Type.String({
    minLength: 4,
    maxLength: limits.signInCode,
    pattern: '^[0-9A-Za-z -]*$',
    description,
    'x-trimmed': true,
    'x-rule': 'must be a code of letters and digits',
  });
}
export const TotpCode = code('The current code of the authenticator app');

/** What the browser's WebAuthn API returned, as JSON. The WebAuthn library checks its contents. */
export const Credential = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'The credential that the browser returned, as JSON (`PublicKeyCredential.toJSON()`)',
  'x-rule': 'must be an object',
});
export const WebAuthnOptions = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'WebAuthn options, as JSON',
});

export const Done = Type.Object({ message: Type.String() }, { title: 'Done', ...closed });

export const SignInSettings = Type.Object(
  {
    signup: OneOf(['open', 'invite', 'closed'], { description: 'Who can sign up' }),
    mail: OneOf(['smtp', 'files'], {
      description: '`files`: no mail server is configured; messages are written to `DATA_DIR/mail`',
    }),
    providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed), {
      maxItems: 20,
      description: 'OpenID Connect providers to sign in with',
    }),
    password: Type.Object({ min: Type.Integer(), max: Type.Integer() }, closed),
    signed_in: Type.Boolean({ description: 'Whether the request has a valid session' }),
    pages_url: Type.String({ format: 'uri', description: 'The origin of the public pages' }),
    dashboard_url: Type.String({ format: 'uri', description: 'The origin of the dashboard, where people can sign in' }),
    one_origin: Type.Boolean({
      description: 'The dashboard and the pages share one origin, so pixels that run scripts are off',
    }),
  },
  { title: 'SignInSettings', ...closed },
);

export const UsernameQuery = Type.Object({
  username: Type.String({
    maxLength: 100,
    description: 'The username to check',
    'x-trimmed': true,
    'x-rule': 'must be text of at most 100 characters',
  }),
});
export const UsernameCheck = Type.Object(
  {
    username: Type.String(),
    available: Type.Boolean(),
    problem: Type.Union([OneOf(['invalid', 'reserved', 'taken', 'similar']), Type.Null()]),
    message: Type.Union([Type.String(), Type.Null()], { description: 'The problem as a sentence' }),
    suggestions: Type.Array(Type.String(), { maxItems: 5, description: 'Similar usernames that are free' }),
  },
  { title: 'UsernameCheck', ...closed },
);

export const SignUp = Type.Object({
  username: Type.String({
    maxLength: limits.usernameMax,
    description: 'The address of the page',
    'x-trimmed': true,
    'x-rule': `must have ${limits.usernameMin} to ${limits.usernameMax} characters: lowercase letters a-z, digits, - and _`,
  }),
  email: EmailAddress,
  password: NewPassword,
  name: Type.Optional(line({ max: limits.personName, description: 'Display name. Default: the username' })),
  invitation: Type.Optional(Token),
});
export const SignedIn = Type.Object({ signed_in: Type.Literal(true) }, { title: 'SignedIn', ...closed });

export const SignIn = Type.Object({
  email: Type.String({
    minLength: 1,
    maxLength: limits.email,
    description: 'The e-mail address or the username',
    'x-trimmed': true,
    'x-rule': 'must be an e-mail address or a username',
  }),
  password: GivenPassword,
});
export const SignInResult = Type.Object(
  {
    signed_in: Type.Boolean(),
    two_factor: Type.Boolean({ description: 'A code is needed: send it to `POST /auth/sign-in/code`' }),
  },
  { title: 'SignInResult', ...closed },
);

export const SignInCode = Type.Object({ code: TotpCode });
export const SignInRecoveryCode = Type.Object({ code: code('One of the recovery codes; each works once') });
export const SignedInByRecoveryCode = Type.Object(
  { signed_in: Type.Literal(true), codes_left: Type.Integer({ minimum: 0 }) },
  { title: 'SignedInByRecoveryCode', ...closed },
);
export const SignInPasskey = Type.Object({ credential: Credential });
export const SignInProvider = Type.Object({
  provider: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the provider, from `GET /auth/settings`',
    'x-rule': 'must be the id of a provider',
  }),
  return_to: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^/(?![/\\\\])[\\x21-\\x7e]*$',
      description: 'The path in the dashboard to return to. Default: `/`',
      'x-rule': 'must be a path that begins with one slash',
    }),
  ),
});
export const ProviderRedirect = Type.Object({ url: Url }, { title: 'ProviderRedirect', ...closed });

export const EmailOnly = Type.Object({ email: EmailAddress });
export const TokenOnly = Type.Object({ token: Token });
export const PasswordReset = Type.Object({ token: Token, password: NewPassword });

export const InvitationQuery = Type.Object({ token: Token });
export const Invitation = Type.Object(
  {
    valid: Type.Boolean(),
    email: Type.Union([Type.String(), Type.Null()], { description: 'The address that it was sent to, if it has one' }),
    expires_at: orNull(Timestamp),
  },
  { title: 'Invitation', ...closed },
);

export const Reauthentication = Type.Object({
  password: GivenPassword,
  code: Type.Optional(TotpCode),
});
export const Reauthenticated = Type.Object({ fresh_until: Timestamp }, { title: 'Reauthenticated', ...closed });
