// Sign-up and sign-in. All of it answers in the app that serves the dashboard alone.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../services.ts';
import { emailTokenRoutes } from './email.ts';
import { invitationRoutes } from './invitations.ts';
import { passkeySignInRoutes } from './passkeys.ts';
import { providerRoutes } from './providers.ts';
import { recoveryRoutes } from './recovery.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { authSettingsRoutes } from './settings.ts';
import { signInRoutes } from './sign-in.ts';
import { signInLinkRoutes } from './sign-in-links.ts';
import { signUpRoutes } from './sign-up.ts';

export async function authRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(authSettingsRoutes, services); //   GET  /auth/settings, /auth/username
  await app.register(invitationRoutes, services); //     GET  /auth/invitation
  await app.register(signUpRoutes, services); //         POST /auth/sign-up
  await app.register(signInRoutes, services); //         POST /auth/sign-in, /auth/sign-out, /auth/reauthenticate
  await app.register(secondFactorRoutes, services); //   POST /auth/sign-in/code, /auth/sign-in/recovery-code
  await app.register(signInLinkRoutes, services); //     POST /auth/sign-in/link
  await app.register(passkeySignInRoutes, services); //  POST /auth/passkey, /auth/passkey/options
  await app.register(providerRoutes, services); //       POST /auth/provider
  await app.register(recoveryRoutes, services); //       POST /auth/recover, /auth/reset
  await app.register(emailTokenRoutes, services); //     POST /auth/verify-email, /auth/email/confirm, /auth/email/undo, /auth/undo
}
