// Most who come want a page that is at hand, and to them the way through the framework costs as much as all the rest. So
// they are let by where nothing on that way would make a difference; whatever is not as plain as that goes the usual way,
// and so does everything where requests are measured or logged one by one. The answer is the same.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { PAGE } from '../../storage/visits.ts';
import { baseUrl } from '../base-url.ts';
import { idsOf } from '../plugins/overload.ts';
import { hasBody } from '../request-body.ts';
import { takeAhead } from '../server.ts';
import type { Services } from '../services.ts';
import { writeAnswer } from './hijacked-answer.ts';
import { answerAtHand } from './page-answer.ts';
import type { PageCache } from './page-cache.ts';
import { visitKind } from './visit-kind.ts';

export interface FastLane {
  /** From a request that came the usual way: whose address and which host it has is read the same way in the lane. */
  learn(request: FastifyRequest): void;
  /** What went wrong in the lane, for the usual way to tell: it is not to be tried again. */
  failure(request: FastifyRequest): unknown;
}

type Seen = Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'protocol' | 'host'>;

export function openFastLane(app: FastifyInstance, services: Services, pages: PageCache): FastLane {
  const { access, config, visits } = services;
  const failures = new WeakMap<IncomingMessage, unknown>();
  const idOf = idsOf(app);
  let See: (new (raw: IncomingMessage) => Seen) | undefined;

  function answer(raw: IncomingMessage, response: ServerResponse, goUsualWay: () => void): boolean {
    const { url = '', method, headers } = raw;
    if (See === undefined || method !== 'GET' || url.length > limits.urlLength || hasBody(headers)) return false;
    const end = url.indexOf('?');
    const name = url.slice(1, end < 0 ? undefined : end);
    const owner = access.known(name);
    if (!owner?.isActive || owner.username !== name) return false;
    const request = new See(raw);
    const origin = config.publicUrl ?? originOf(request);
    const page = origin === undefined ? undefined : pages.known(owner.accountId, origin);
    const kind = visitKind(request);
    const made = page && answerAtHand(pages, page, headers, kind);
    if (!made) return false;

    const { ip: address } = request;
    const userAgent = headers['user-agent'];
    const { accountId } = owner;
    const counted =
      kind === 'counted' ? visits.record({ accountId, targetId: PAGE, address, userAgent }) : Promise.resolve();
    counted
      .then(() => writeAnswer(app.server, raw, response, idOf(raw), made))
      .catch((error) => {
        failures.set(raw, error);
        goUsualWay();
      });
    return true;
  }

  function originOf(request: Seen): string | undefined {
    try {
      return baseUrl(request, config);
    } catch {
      return undefined;
    }
  }

  const isEachLookedAt = app.hasDecorator('listenForMetrics') || ['debug', 'trace'].includes(app.log.level);
  if (!isEachLookedAt) takeAhead(app.server, answer);
  return {
    learn(request) {
      See ??= seeingLike(request);
    },
    failure: ({ raw }) => failures.get(raw),
  };
}

/** Makes of what Node knows of a request what the framework would, as far as that follows from it. */
function seeingLike(request: FastifyRequest): new (raw: IncomingMessage) => Seen {
  function Request(this: { raw: IncomingMessage }, raw: IncomingMessage) {
    this.raw = raw;
  }
  Request.prototype = Object.getPrototypeOf(request);
  return Request as never;
}
