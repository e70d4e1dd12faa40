// Most requests are for a cached page or one of its links, and Fastify costs them as much as everything else together.
// The fast lane answers them before Fastify, with the same response. It is off if single requests are measured or
// logged.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { idsOf } from '../plugins/overload.ts';
import type { Services } from '../services.ts';
import { RawRequest, trustedProxies } from '../wire/raw-request.ts';
import { type RawResponse, writeRawResponse } from '../wire/raw-response.ts';
import { hasBody } from '../wire/request-body.ts';
import { useLane } from '../wire/server.ts';
import type { TrackedResponse } from '../wire/tracked-response.ts';
import { isExcluded } from './excluded-browser.ts';
import { seriesOf, VISIT_HEADER, type VisitKind, visitKind, visitOf } from './visit-kind.ts';

export interface FastLane {
  /** Registers a responder that answers from its cache. */
  open(responder: Responder): void;
  /** The error that occurred in the lane. The route throws it instead of trying again. */
  failure(request: FastifyRequest): unknown;
}

/** Undefined if the response is not cached. */
type Responder = (request: PublicRequest) => CachedAnswer | undefined;

interface PublicRequest {
  request: RawRequest;
  owner: PageOwner;
  /** The path after that of the page; undefined for the page itself. */
  slug: string | undefined;
  /** Includes the question mark; empty if there is no query. */
  query: string;
  kind: VisitKind;
}

interface CachedAnswer {
  targetId: number;
  /** For pages only. */
  linkSet?: string | undefined;
  answer: RawResponse;
}

export function openFastLane(app: FastifyInstance, { config, origins, resolver, visits }: Services): FastLane {
  const responders: Responder[] = [];
  const failures = new WeakMap<IncomingMessage, unknown>();
  const idOf = idsOf(app);
  const trust = trustedProxies(config.trustProxy);

  function fail(raw: IncomingMessage, next: () => void, error: unknown): void {
    failures.set(raw, error);
    next();
  }

  /** An error thrown here would end the process, so it is passed to Fastify. */
  function answer(raw: IncomingMessage, response: TrackedResponse, next: () => void): boolean {
    try {
      return tryAnswer(raw, response, next);
    } catch (error) {
      fail(raw, next, error);
      return true;
    }
  }

  function tryAnswer(raw: IncomingMessage, response: TrackedResponse, next: () => void): boolean {
    const { url = '', method, headers } = raw;
    if (method !== 'GET' || url.length > limits.urlLength || hasBody(headers)) return false;
    // With a key it may be a visit by the owner.
    if (headers.authorization !== undefined) return false;
    const request = new RawRequest(raw, trust);
    const page = resolver.known(request);
    if (!page?.isCurrent || !page.owner.isActive) return false;
    const { owner, rest } = page;
    const kind = isExcluded(headers.cookie, owner) ? ('excluded' as const) : visitKind(request);
    const slug = rest === '' ? undefined : rest.slice(1);
    const end = url.indexOf('?');
    const publicRequest = { request, owner, slug, query: end < 0 ? '' : url.slice(end), kind };
    let found: CachedAnswer | undefined;
    for (const respond of responders) found ??= respond(publicRequest);
    if (!found) return false;

    const { targetId, linkSet, answer: rawResponse } = found;
    const where = { accountId: owner.accountId, targetId, linkSet, query: publicRequest.query };
    const counted = kind === 'counted' ? visits.record(visitOf(request, where, origins)) : Promise.resolve(true);
    const series = kind === 'counted' ? undefined : seriesOf(kind, headers['user-agent']);
    if (series) visits.notice(where, series);
    counted.then(
      (isRecorded) => {
        try {
          if (!isRecorded) markUncounted(rawResponse.headers);
          writeRawResponse(app.server, raw, response, idOf(raw), rawResponse);
        } catch (error) {
          fail(raw, next, error);
        }
      },
      (error) => fail(raw, next, error),
    );
    return true;
  }

  const isObserved = app.hasDecorator('listenForMetrics') || ['debug', 'trace'].includes(app.log.level);
  if (!isObserved) useLane(app.server, answer);
  return {
    open: (responder) => responders.push(responder),
    failure: ({ raw }) => failures.get(raw),
  };
}

function markUncounted(headers: string[]): void {
  headers[headers.indexOf(VISIT_HEADER) + 1] = 'uncounted' satisfies VisitKind;
}
