// The messages of the live stream. They never contain the address of a visitor.
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { LiveTracking } from './analytics.ts';
import { Timestamp } from './common.ts';

const closed = { additionalProperties: false };

export const LiveStreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: limits.headerBytes,
      description: 'The `id` of the last message of an earlier stream, to continue after it',
    }),
  ),
});

const VisitorId = Type.String({ description: 'Identifies the visitor until the end of the UTC day' });

const LiveStreamVisitor = Type.Object(
  {
    id: VisitorId,
    tracking: LiveTracking,
    last_activity: Type.Integer({ description: 'Unix time in seconds' }),
  },
  { title: 'LiveStreamVisitor', ...closed },
);

const message = <Name extends string, Data extends Type.TSchema>(name: Name, data: Data, description: string) =>
  Type.Object(
    {
      id: Type.String({ description: 'Send it as `Last-Event-ID` to continue after this message' }),
      event: Type.Literal(name),
      data,
    },
    { description, ...closed },
  );

export const LiveStreamMessage = Type.Union(
  [
    message(
      'snapshot',
      Type.Object(
        {
          visitors: Type.Array(LiveStreamVisitor, {
            maxItems: limits.liveVisitors,
            description: 'The most recent visitors, most recent first',
          }),
          total: Type.Integer({ minimum: 0, description: 'How many visitors are live, also those not listed' }),
        },
        closed,
      ),
      'Everybody who is on the page now. It replaces what earlier messages said.',
    ),
    message('arrival', LiveStreamVisitor, 'A visitor has come.'),
    message('activity', LiveStreamVisitor, 'A visitor who is here has opened the page again.'),
    message(
      'click',
      Type.Object(
        {
          visitor: VisitorId,
          link: Type.Object(
            {
              id: Type.Integer(),
              slug: Type.Union([Type.String(), Type.Null()], { description: 'Null if the link no longer exists' }),
            },
            closed,
          ),
          at: Timestamp,
        },
        closed,
      ),
      'A visitor who is here has clicked a link.',
    ),
    message(
      'departure',
      Type.Object({ visitor: VisitorId, at: Timestamp }, closed),
      'A visitor has left, or was not heard of for too long.',
    ),
  ],
  { title: 'LiveStreamMessage' },
);
