// Most requests are for a cached page or one of its links, and to them the framework costs as much as all the rest. They are
// answered ahead of it where nothing in the framework would make a difference; anything else takes the usual way, and so
// does everything where requests are measured or logged one by one. The answer is the same.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { idsOf } from '../plugins/overload.ts';
import type { Services } from '../services.ts';
import { RawRequest, trustedProxies } from '../wire/raw-request.ts';
import { type RawResponse, writeRawResponse } from '../wire/raw-response.ts';
import { hasBody } from '../wire/request-body.ts';
import { takeAhead } from '../wire/server.ts';
import { seriesOf, VISIT_HEADER, type VisitKind, visitKind, visitOf } from './visit-kind.ts';

export interface FastLane {
  /** Registers who answers from the cache. */
  open(responder: Responder): void;
  /** What failed in the lane. The usual way reports it instead of trying again. */
  failure(request: FastifyRequest): unknown;
}

/** Undefined if the answer is not cached. */
type Responder = (request: PublicRequest) => CachedAnswer | undefined;

interface PublicRequest {
  request: RawRequest;
  owner: PageOwner;
  /** What follows the page's own path; undefined for the page itself. */
  slug: string | undefined;
  /** With its question mark; empty where there is none. */
  query: string;
  kind: VisitKind;
}

interface CachedAnswer {
  targetId: number;
  /** Of a page. */
  edition?: string | undefined;
  answer: RawResponse;
}

export function openFastLane(app: FastifyInstance, { config, resolver, visits }: Services): FastLane {
  const responders: Responder[] = [];
  const failures = new WeakMap<IncomingMessage, unknown>();
  const idOf = idsOf(app);
  const trust = trustedProxies(config.trustProxy);

  function fail(raw: IncomingMessage, goUsualWay: () => void, error: unknown): void {
    failures.set(raw, error);
    goUsualWay();
  }

  /** Node would end the process on an error that is thrown here: it is answered the usual way instead. */
  function answer(raw: IncomingMessage, response: ServerResponse, goUsualWay: () => void): boolean {
    try {
      return tryAnswer(raw, response, goUsualWay);
    } catch (error) {
      fail(raw, goUsualWay, error);
      return true;
    }
  }

  function tryAnswer(raw: IncomingMessage, response: ServerResponse, goUsualWay: () => void): boolean {
    const { url = '', method, headers } = raw;
    if (method !== 'GET' || url.length > limits.urlLength || hasBody(headers)) return false;
    // With a key it may be the owner's own visit.
    if (headers.authorization !== undefined) return false;
    const request = new RawRequest(raw, trust);
    const page = resolver.known(request);
    if (!page?.isCurrent || !page.owner.isActive) return false;
    const { owner, rest } = page;
    const kind = visitKind(request);
    const slug = rest === '' ? undefined : rest.slice(1);
    const end = url.indexOf('?');
    const wanted = { request, owner, slug, query: end < 0 ? '' : url.slice(end), kind };
    let found: CachedAnswer | undefined;
    for (const respond of responders) found ??= respond(wanted);
    if (!found) return false;

    const { targetId, edition, answer: made } = found;
    const where = { accountId: owner.accountId, targetId, edition, query: wanted.query };
    const counted = kind === 'counted' ? visits.record(visitOf(request, where)) : Promise.resolve(true);
    if (kind !== 'counted') visits.notice(where, seriesOf(kind, headers['user-agent']));
    counted.then(
      (isRecorded) => {
        try {
          if (!isRecorded) markUncounted(made.headers);
          writeRawResponse(app.server, raw, response, idOf(raw), made);
        } catch (error) {
          fail(raw, goUsualWay, error);
        }
      },
      (error) => fail(raw, goUsualWay, error),
    );
    return true;
  }

  const isEachLookedAt = app.hasDecorator('listenForMetrics') || ['debug', 'trace'].includes(app.log.level);
  if (!isEachLookedAt) takeAhead(app.server, answer);
  return {
    open: (responder) => responders.push(responder),
    failure: ({ raw }) => failures.get(raw),
  };
}

function markUncounted(headers: string[]): void {
  headers[headers.indexOf(VISIT_HEADER) + 1] = 'uncounted' satisfies VisitKind;
}
