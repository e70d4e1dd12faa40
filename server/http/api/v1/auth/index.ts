// Sign-up and sign-in. All of it answers in the app that serves the dashboard alone.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../services.ts';
import { invitationRoutes } from './invitations.ts';
import { providerRoutes } from './providers.ts';
import { recoveryRoutes } from './recovery.ts';
import { authSettingsRoutes } from './settings.ts';
import { signInRoutes } from './sign-in.ts';

export async function authRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(authSettingsRoutes, services); // GET  /auth/settings, /auth/username
  await app.register(invitationRoutes, services); //   GET  /auth/invitation
  await app.register(signInRoutes, services); //       POST /auth/sign-up, /auth/sign-in…, /auth/sign-out, /auth/passkey…
  await app.register(providerRoutes, services); //     POST /auth/provider
  await app.register(recoveryRoutes, services); //     POST /auth/recover, /auth/reset, /auth/email/…, /auth/undo
}
