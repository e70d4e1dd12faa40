// Most who come want a page that is at hand, or follow one of its links, and to them the way through the framework costs as
// much as all the rest. So they are let by where nothing on that way would make a difference; whatever is not as plain as
// that goes the usual way, and so does everything where requests are measured or logged one by one. The answer is the same.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { PageOwner } from '../../storage/usernames.ts';
import { idsOf } from '../plugins/overload.ts';
import { hasBody } from '../request-body.ts';
import { takeAhead } from '../server.ts';
import type { Services } from '../services.ts';
import { type RawAnswer, writeAnswer } from './hijacked-answer.ts';
import { seriesOf, VISIT_HEADER, type VisitKind, visitKind, visitOf } from './visit-kind.ts';

export interface FastLane {
  /** What is at hand behind a door: undefined where it has to be looked for, or looked at. */
  open(door: Door): void;
  /** From a request that came the usual way: whose address and which host it has is read the same way in the lane. */
  learn(request: FastifyRequest): void;
  /** What went wrong in the lane, for the usual way to tell: it is not to be tried again. */
  failure(request: FastifyRequest): unknown;
}

export type Door = (request: Passing) => AtHand | undefined;
export type Seen = Pick<FastifyRequest, 'method' | 'headers' | 'ip' | 'protocol' | 'host'>;

export interface Passing {
  request: Seen;
  owner: PageOwner;
  /** What stands behind the username in the path; undefined where nothing does. */
  slug: string | undefined;
  /** With its question mark; empty where there is none. */
  query: string;
  kind: VisitKind;
}

export interface AtHand {
  targetId: number;
  /** Of a page. */
  edition?: string | undefined;
  answer: RawAnswer;
}

export function openFastLane(app: FastifyInstance, { access, visits }: Services): FastLane {
  const doors: Door[] = [];
  const failures = new WeakMap<IncomingMessage, unknown>();
  const idOf = idsOf(app);
  let See: (new (raw: IncomingMessage) => Seen) | undefined;

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
    if (See === undefined || method !== 'GET' || url.length > limits.urlLength || hasBody(headers)) return false;
    // Somebody's key may make it its owner's look.
    if (headers.authorization !== undefined) return false;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const slash = path.indexOf('/', 1);
    const name = slash < 0 ? path.slice(1) : path.slice(1, slash);
    const owner = access.known(name);
    if (!owner?.isActive || owner.username !== name) return false;
    const request = new See(raw);
    const kind = visitKind(request);
    const slug = slash < 0 ? undefined : path.slice(slash + 1);
    const passing = { request, owner, slug, query: end < 0 ? '' : url.slice(end), kind };
    let found: AtHand | undefined;
    for (const door of doors) found ??= door(passing);
    if (!found) return false;

    const { targetId, edition, answer: made } = found;
    const where = { accountId: owner.accountId, targetId, edition, query: passing.query };
    const counted = kind === 'counted' ? visits.record(visitOf(request, where)) : Promise.resolve(true);
    if (kind !== 'counted') visits.notice(where, seriesOf(kind, headers['user-agent']));
    counted.then(
      (isRecorded) => {
        try {
          if (!isRecorded) tellUncounted(made.headers);
          writeAnswer(app.server, raw, response, idOf(raw), made);
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
    open: (door) => doors.push(door),
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

function tellUncounted(headers: string[]): void {
  headers[headers.indexOf(VISIT_HEADER) + 1] = 'uncounted' satisfies VisitKind;
}
