// Authenticates every API request and sets its caller. An authentication method (`api-keys.ts`) checks the credentials;
// the rules below say what each kind of caller may do.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../../contract/errors.ts';
import type { Clock } from '../../system/clock.ts';
import type { Origins, Site } from '../origins.ts';
import type { AuthMethod, Caller, Identity } from './caller.ts';
import { isFromDashboard, mayBeFromDashboard } from './dashboard-origin.ts';
import { removedCookies } from './duplicate-cookies.ts';
import type { Quota, RateLimiter } from './rate-limiter.ts';
import { setCookies } from './sign-in-request.ts';

export interface AuthenticationOptions {
  methods: readonly AuthMethod[];
  /** Shared by both apps: what a caller sends to either of them counts. */
  limiters: Readonly<Record<Caller['kind'], RateLimiter>>;
  clock: Clock;
  /** People sign in where the dashboard is, and nowhere else. */
  site: Site;
  origins: Pick<Origins, 'dashboard'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Who sends these headers, as of now: for a response that takes so long that the caller may lose its access. */
    identityOf(headers: FastifyRequest['headers']): Identity | undefined | Promise<Identity | undefined>;
  }
}

interface Rules {
  /**
   * Which origins may use the credentials. A web app can use a key from any origin, because it must have been given the
   * key. Browsers attach session cookies to cross-site requests too, so a session is limited to its own origin.
   */
  origins: 'any' | 'own';
  /** Whose requests count together. All keys of an account share its limit: otherwise, more keys could send more. */
  limitedBy(caller: Caller): number;
}

const rules: Record<Caller['kind'], Rules> = {
  key: { origins: 'any', limitedBy: ({ accountId }) => accountId },
  // Counted apart from keys, so that a program cannot keep the owner from revoking its key.
  session: { origins: 'own', limitedBy: ({ accountId }) => accountId },
  share: { origins: 'any', limitedBy: ({ id }) => id },
};

export const authenticationPlugin = fp<AuthenticationOptions>(async (app: FastifyInstance, options) => {
  const { methods, limiters, clock, site, origins } = options;
  app.decorateRequest('caller');
  app.decorate('identityOf', authenticate);

  app.addHook('onRequest', (request, reply, done) => {
    if (site !== 'pages') setCookies(reply, removedCookies(request, origins.dashboard()));
    const isPublic = request.routeOptions.config.access === 'public';
    const decide = isPublic ? admitToPublic : admit;
    const identity = authenticate(request.headers);
    const decision =
      identity instanceof Promise
        ? identity.then((found) => decide(found, request, reply))
        : decide(identity, request, reply);
    // Mostly at once: a promise would cost more than the decision.
    if (decision instanceof Promise) decision.then(done, done);
    else done(decision);
  });

  // A body may take its time. A caller that has lost its access meanwhile, by a recovery for example, changes nothing.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body == null || request.routeOptions.config.access === 'public') return done();
    const decide = (identity: Identity | undefined) =>
      identity?.isActive && identity.caller.id === request.caller.id ? undefined : new ApiError('unauthenticated');
    const identity = authenticate(request.headers);
    if (identity instanceof Promise) identity.then((found) => done(decide(found)), done);
    else done(decide(identity));
  });

  function authenticate(headers: FastifyRequest['headers']): Identity | undefined | Promise<Identity | undefined> {
    for (const method of methods) {
      const credential = method.credentialOf(headers);
      if (credential !== undefined) return method.identify(credential);
    }
    return undefined;
  }

  /** Nobody has to be signed in, but a handler may want to know who is. */
  function admitToPublic(
    identity: Identity | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): ApiError | undefined {
    reply.removeHeader('Access-Control-Allow-Origin');
    if (site === 'pages') return new ApiError('forbidden', `Sign in at ${origins.dashboard()}.`);
    const { fromOtherSites } = request.routeOptions.config;
    if (!fromOtherSites && !mayBeFromDashboard(request, origins.dashboard())) return crossSite();
    const isSession = identity?.caller.kind === 'session' && identity.isActive;
    if (isSession && isFromDashboard(request, origins.dashboard())) request.caller = identity.caller;
    return undefined;
  }

  /** Checks in order of precedence: 401, 429, 403. Requests of other sites do not use up the limit of a session. */
  function admit(
    identity: Identity | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): ApiError | undefined | Promise<ApiError | undefined> {
    const { access } = request.routeOptions.config;
    if (!identity) return new ApiError('unauthenticated', access === undefined ? undefined : SIGN_IN);
    const { caller } = identity;
    const isForAnyOrigin = rules[caller.kind].origins === 'any';
    if (!isForAnyOrigin) reply.removeHeader('Access-Control-Allow-Origin');
    if (!isForAnyOrigin && !isFromDashboard(request, origins.dashboard())) return crossSite();
    const { requestsPerMinute } = caller.quotas;
    if (requestsPerMinute <= 0) return authorize(identity, request, reply);
    const quota = limiters[caller.kind].count(rules[caller.kind].limitedBy(caller), requestsPerMinute);
    return quota instanceof Promise ? quota.then(admitWithin) : admitWithin(quota);

    function admitWithin({ remaining, resetSeconds, exceeded }: Quota): ApiError | undefined {
      reply.header('RateLimit-Limit', requestsPerMinute);
      reply.header('RateLimit-Remaining', remaining);
      reply.header('RateLimit-Reset', resetSeconds);
      if (!exceeded) return authorize(identity!, request, reply);
      return new ApiError('rate_limited', undefined, { headers: { 'Retry-After': String(resetSeconds) } });
    }
  }

  function authorize(identity: Identity, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const { access, writes, isShared } = request.routeOptions.config;
    const { caller } = identity;
    if (!identity.isActive) return new ApiError('forbidden', 'This account is suspended.');
    if (caller.kind === 'key') {
      if (access !== undefined) return new ApiError('forbidden', SIGN_IN);
      if (caller.scope !== 'write' && writes) {
        return new ApiError('forbidden', 'This key is read-only; use one with the scope "write".');
      }
    } else if (caller.kind === 'share') {
      if (!isShared) return new ApiError('forbidden', 'This token only reads statistics.');
    } else if (access === 'fresh' && clock() >= caller.freshUntil) return new ApiError('reauthenticate');
    request.caller = caller;
    identity.noteUse(reply);
    return undefined;
  }
});

const SIGN_IN = 'Sign in to the dashboard for this.';

function crossSite(): ApiError {
  return new ApiError('forbidden', 'Cross-site requests (CSRF) are rejected.');
}
