import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { blockLimits } from '../page/block-shapes.ts';
import { Id, nullWhenRepeated, Timestamp, Url } from './common.ts';
import { line, orNull } from './writing.ts';

const closed = { additionalProperties: false };
const onOff = { 'x-rule': 'must be true or false' };

export const Exclusion = Type.Object(
  {
    link: Type.Union([Url, Type.Null()], {
      description:
        'The personal link. It shows a page with a button that switches counting off in the browser that opens it. Null until it is made',
    }),
    dashboard: Type.Boolean({ description: 'Whether browsers that are signed in to the dashboard are not counted' }),
    created_at: orNull(Timestamp),
  },
  { title: 'Exclusion', ...closed },
);

export const ExclusionEdit = Type.Object({
  renew: Type.Optional(
    Type.Boolean({
      description: 'Replace the link. The old one stops working, and browsers that used it are counted again',
      ...onOff,
    }),
  ),
  dashboard: Type.Optional(
    Type.Boolean({
      description: 'Do not count browsers that are signed in to the dashboard. Default: true',
      ...onOff,
    }),
  ),
});

const LinkSlug = Type.Union([Type.String(), Type.Null()], {
  description: 'The link whose statistics are shared; null if all of the account are',
});

export const Share = Type.Object(
  {
    id: Id,
    name: Type.String(),
    link_slug: LinkSlug,
    hint: Type.String({ description: 'The first characters of the token' }),
    expires_at: orNull(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Share', ...closed },
);

export const ShareCreation = Type.Object({
  name: line({ min: 1, max: limits.shareName, description: 'Display name, for the owner only' }),
  link_slug: Type.Optional(
    orNull(
      Type.String({
        minLength: 1,
        maxLength: blockLimits.slug,
        description: 'Current or previous slug of a link: share only its statistics. Default: share all',
        'x-rule': `must be a slug of 1 to ${blockLimits.slug} characters`,
      }),
    ),
  ),
  expires_at: Type.Optional(
    orNull(
      Type.String({
        maxLength: 40,
        format: 'date-time',
        description: 'When the link stops working. Default: never',
        'x-rule': 'must be a time in the future, such as 2027-01-31T00:00:00Z',
      }),
    ),
  ),
});

export const ShareCreated = Type.Object(
  {
    id: Id,
    link: Type.Union([Url, Type.Null()], {
      description: `The page for people. It is shown only this once: ${nullWhenRepeated}`,
    }),
    token: Type.Union([Type.String(), Type.Null()], {
      description: `For programs: send it as \`Authorization: Bearer fps_…\`. It is shown only this once: ${nullWhenRepeated}`,
    }),
    hint: Type.String(),
    message: Type.String(),
  },
  { title: 'ShareCreated', ...closed },
);
