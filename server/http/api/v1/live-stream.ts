// The live list as a stream of server-sent events (docs/adr/0025).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { LiveStreamHeaders, LiveStreamMessage } from '../../../../contract/schemas/live-stream.ts';
import type { LiveListener } from '../../../visits/live/account-stream.ts';
import type { Services } from '../../services.ts';
import { onceClosed } from '../../wire/active-list.ts';
import { startEventStream } from '../../wire/event-stream.ts';
import { createStreamSlots } from '../stream-slots.ts';

const MAX_STREAMS = 1000;
/** The rest of an app's connections stays free for requests. */
const CONNECTIONS_PER_STREAM = 2;
const RETRY_MS = 3000;
/** Clients whose streams are ended do not all come back at once. */
const RETRY_SPREAD_MS = 4000;
const retryAfter = { headers: { 'Retry-After': '10' } };
const TOO_MANY = `This account has ${limits.liveStreams} live streams open, which is the limit.`;
/** A key or session that is revoked ends its streams within this time. */
const CHECK_MS = 2500;
const CHECKS_PER_BEAT = 6;

const description = `Who comes, clicks and leaves, as server-sent events (\`text/event-stream\`). The first message is a \`snapshot\` of everybody who is on the page. Then follow \`arrival\`, \`activity\`, \`click\` and \`departure\`, within about a second. \`data\` is JSON. A further \`snapshot\` replaces everything before it: after a long interruption, for a client that reads too slowly, and if too much happens at once.

To continue after an interruption, send the \`id\` of the last message as \`Last-Event-ID\`. Messages of the last minute are repeated from there, whichever process answers. \`EventSource\` in browsers cannot send a key: read the stream with \`fetch\`.

No message contains the address of a visitor. The id of a visitor is valid for one UTC day.

An account can have ${limits.liveStreams} streams at a time; a further one gets 429. If too many are open in total, the account with most streams loses its oldest one to an account with fewer, and 503 means that no account has more than yours. A stream ends when its key or session is revoked.`;

export const liveStreamRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, visits }) => {
  const slots = createStreamSlots(Math.min(MAX_STREAMS, Math.floor(config.maxConnections / CONNECTIONS_PER_STREAM)));
  app.stopping.addEventListener('abort', slots.displaceAll);

  /** Whether the caller would still be admitted. If that cannot be found out, it stays until the next check. */
  async function isStillAdmitted({ headers, caller }: FastifyRequest): Promise<boolean> {
    try {
      const identity = await app.identityOf(headers);
      return identity?.isActive === true && identity.caller.id === caller.id;
    } catch {
      return true;
    }
  }

  app.get(
    '/analytics/live/stream',
    {
      config: { isEndless: true },
      schema: {
        tags: ['Analytics'],
        operationId: 'streamLiveVisitors',
        summary: 'Stream live visitors',
        description,
        headers: LiveStreamHeaders,
        response: { 200: { content: { 'text/event-stream': { schema: LiveStreamMessage } } } },
      },
    },
    (request, reply) => {
      if (app.stopping.aborted) throw tooManyStreams();
      if (request.method === 'HEAD') {
        startEventStream(reply, { retryMs: RETRY_MS, onDrain() {} }).end();
        return;
      }
      const { accountId } = request.caller;
      const listener: LiveListener = { send: (messages) => stream.send(messages) };
      const subscription = visits.streams.listen(accountId, listener, request.headers['last-event-id']);
      if (!subscription) throw new ApiError('rate_limited', TOO_MANY, retryAfter);
      const leave = slots.enter(accountId, () => {
        subscription.close();
        stream.end(RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS));
      });
      if (!leave) {
        subscription.close();
        throw tooManyStreams();
      }
      const stream = startEventStream(reply, { retryMs: RETRY_MS, onDrain: subscription.resume });
      let checks = 0;
      const timer = setInterval(async () => {
        checks += 1;
        if (checks % CHECKS_PER_BEAT === 0) stream.beat();
        if (!(await isStillAdmitted(request))) stream.end();
      }, CHECK_MS).unref();
      onceClosed(reply.raw, () => {
        clearInterval(timer);
        leave();
        subscription.close();
      });
    },
  );
};

function tooManyStreams(): ApiError {
  return new ApiError('unavailable', 'Too many live streams are open; try again shortly.', retryAfter);
}
