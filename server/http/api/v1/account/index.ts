// How an account is signed in to, and by whom it is used: for people who are signed in.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../services.ts';
import { accountRoutes } from './account.ts';
import { accountEmailRoutes } from './email.ts';
import { accountExportRoutes } from './export.ts';
import { keyRoutes } from './keys.ts';
import { passkeyRoutes } from './passkeys.ts';
import { accountPasswordRoutes } from './password.ts';
import { accountRecoveryRoutes } from './recovery.ts';
import { sessionRoutes } from './sessions.ts';
import { accountSettingsRoutes } from './settings.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { accountUsageRoutes } from './usage.ts';

export async function accountSecurityRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(accountRoutes, services); //          GET  /account
  //                                                       POST /account/delete, /account/delete/cancel
  await app.register(accountSettingsRoutes, services); //  GET  /account/settings
  //                                                       POST /account/settings
  await app.register(accountUsageRoutes, services); //     GET  /account/usage
  await app.register(accountExportRoutes, services); //    GET  /account/export
  //                                                       POST /account/export
  await app.register(accountEmailRoutes, services); //     POST /account/email, /account/email/verify
  await app.register(accountPasswordRoutes, services); //  POST /account/password
  await app.register(accountRecoveryRoutes, services); //  GET  /account/recovery
  //                                                       POST /account/recovery/remove, …/done
  await app.register(sessionRoutes, services); //          GET  /sessions
  //                                                       POST /sessions/delete, /sessions/{id}/delete
  await app.register(passkeyRoutes, services); //          GET  /passkeys
  //                                                       POST /passkeys, /passkeys/options, /passkeys/{id}, …/delete
  await app.register(twoFactorRoutes, services); //        POST /two-factor, …/confirm, …/recovery-codes, …/delete
  await app.register(keyRoutes, services); //              GET  /keys
  //                                                       POST /keys, /keys/{id}/delete
}
