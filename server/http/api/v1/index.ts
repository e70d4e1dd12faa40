// The routes of the API. First come authentication, rate limit and permissions, then the response cache, then body and
// validation.
import type { FastifyInstance } from 'fastify';
import { apiKeys } from '../../auth/api-keys.ts';
import { authenticationPlugin } from '../../auth/authentication.ts';
import { sessionCookies } from '../../auth/sessions.ts';
import { shareTokens } from '../../auth/share-tokens.ts';
import { aliasesPlugin } from '../../plugins/aliases.ts';
import { bodyPlugin } from '../../plugins/body.ts';
import { responseCachePlugin } from '../../plugins/response-cache.ts';
import type { Services } from '../../services.ts';
import { recordWritesPlugin } from '../record-writes.ts';
import { readIds, validateRequest } from '../validation.ts';
import { accountSecurityRoutes } from './account/index.ts';
import { activityRoutes } from './activities.ts';
import { analyticsRoutes } from './analytics/index.ts';
import { appearanceRoutes } from './appearance.ts';
import { authRoutes } from './auth/index.ts';
import { blockItemRoutes } from './block-items.ts';
import { blockRoutes } from './blocks.ts';
import { contrastRoutes } from './contrast.ts';
import { exclusionRoutes } from './exclusion.ts';
import { formEntryRoutes } from './form-entries.ts';
import { linkRoutes } from './links.ts';
import { liveStreamRoutes } from './live-stream.ts';
import { locationDataRoutes } from './location-data.ts';
import { pageRoutes } from './page.ts';
import { pagePreviewRoutes } from './page-preview.ts';
import { pixelRoutes } from './pixels.ts';
import { planHistoryRoutes } from './plan-history.ts';
import { shareRoutes } from './shares.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './user.ts';
import { userSectionRoutes } from './user-sections.ts';
import { usernameRoutes } from './username.ts';
import { visitEventRoutes } from './visit-events.ts';

export async function apiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const methods = [shareTokens(services), apiKeys(services, app.log)];
  if (services.site !== 'pages') methods.push(sessionCookies(services, app.log));
  await app.register(authenticationPlugin, { ...services, methods });
  await app.register(responseCachePlugin, services);
  await app.register(bodyPlugin, { memory: services.bodyMemory });
  app.decorateRequest('sent');
  // Fastify validates too early: an unknown id has to get 404 before values get 422.
  app.setValidatorCompiler(() => () => true);
  app.addHook('preValidation', readIds);
  app.addHook('preHandler', validateRequest);
  await app.register(recordWritesPlugin);
  // PATCH /x for POST /x, and DELETE /x for POST /x/delete.
  await app.register(aliasesPlugin);

  await app.register(userRoutes, services); //         GET  /user
  await app.register(userSectionRoutes, services); //  GET  /user/profile, /seo, /social, /customize, /background, /options
  //                                                   POST the same
  await app.register(usernameRoutes, services); //     GET  /user/username
  //                                                   POST /user/username
  await app.register(contrastRoutes, services); //     GET  /user/contrast
  await app.register(appearanceRoutes, services); //   GET  /appearance
  await app.register(blockRoutes, services); //        GET  /blocks, /blocks/{block_id}
  //                                                   POST /blocks, /blocks/reorder, /blocks/{block_id}, …/duplicate, …/delete
  await app.register(blockItemRoutes, services); //    GET  /blocks/{block_id}/items/{item_id}
  //                                                   POST /blocks/{block_id}/items, …/reorder, …/{item_id}, …/duplicate, …/delete
  await app.register(formEntryRoutes, services); //    GET  /blocks/{block_id}/entries
  //                                                   POST /blocks/{block_id}/entries/delete, …/entries/{entry_id}/delete
  await app.register(linkRoutes, services); //         GET  /links, /links/{id}
  //                                                   POST /links/{id}
  await app.register(pageRoutes, services); //         GET  /page
  //                                                   POST /page/import
  await app.register(pagePreviewRoutes, services); //  POST /page/preview
  await app.register(planHistoryRoutes, services); //  GET  /plan-history
  await app.register(analyticsRoutes, services); //    GET  /analytics/live, /clicks, /clicks/{slug}, /views
  //                                                   GET  /analytics/breakdown, /breakdowns, /links, /series
  await app.register(liveStreamRoutes, services); //   GET  /analytics/live/stream
  await app.register(locationDataRoutes, services); // GET  /analytics/location-data
  await app.register(visitEventRoutes, services); //   GET  /analytics/events
  await app.register(exclusionRoutes, services); //    GET  /analytics/exclusion
  //                                                   POST /analytics/exclusion
  await app.register(shareRoutes, services); //        GET  /analytics/shares
  //                                                   POST /analytics/shares, /analytics/shares/{id}/delete
  await app.register(uploadRoutes, services); //       GET  /uploads, /uploads/{id}
  //                                                   POST /uploads, /uploads/{id}/delete
  await app.register(pixelRoutes, services); //        GET  /pixels, /pixels/{id}, /pixels/template
  //                                                   POST /pixels, /pixels/{id}, /pixels/{id}/delete
  await app.register(activityRoutes, services); //     GET  /activities
  await authRoutes(app, services); //                  /auth/…: sign-up and sign-in
  await accountSecurityRoutes(app, services); //       /account, /sessions, /passkeys, /two-factor, /keys
}
