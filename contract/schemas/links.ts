// The links of a page as their owner sees them: where each leads, by which addresses it is found, and whether it can be
// followed now.
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { blockLimits } from '../page/block-shapes.ts';
import { Id, NullableText, OneOf, Owner, Timestamp, Url } from './common.ts';

const closed = { additionalProperties: false };

export const linkStates = ['on', 'off', 'early', 'over', 'deleted', 'nowhere'] as const;
export type LinkState = (typeof linkStates)[number];

const orNull = Type.Union([Timestamp, Type.Null()]);

export const Link = Type.Object(
  {
    id: Type.Integer({ ...Id, description: "Its item's" }),
    user: Owner,
    block_id: Type.Union([Id, Type.Null()], { description: 'Null where it was deleted' }),
    slug: Type.String({ description: 'The end of its short address' }),
    former_slugs: Type.Array(Type.String(), {
      maxItems: limits.formerSlugs,
      description: 'Slugs that it had before, which lead to it still',
    }),
    url: Type.String({ description: 'Where it leads' }),
    short_url: Type.String({ ...Url, description: 'Its address on the page, which counts who follows it' }),
    title: Type.Union([...NullableText.anyOf], { description: 'The caption of its item' }),
    state: OneOf(linkStates, {
      description:
        'on: can be followed; off: switched off; early, over: before or after its time; deleted: taken off the page; nowhere: has no address that can be followed',
    }),
    created_at: Type.Union([...orNull.anyOf], { description: 'Null where it was deleted' }),
    updated_at: Type.Union([...orNull.anyOf], { description: 'When it was deleted, where it was' }),
  },
  { title: 'Link', ...closed },
);

const slug = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: blockLimits.slug,
    description,
    'x-trimmed': true,
    'x-rule': `must be 1 to ${blockLimits.slug} lowercase letters and digits, with hyphens between words`,
  });

export const LinkEdit = Type.Object({
  slug: Type.Optional(slug('Letters and digits of any script, with hyphens between words; the one before leads on')),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: blockLimits.url,
      description: "An http, https, mailto or tel address, or one of your uploads; its item's link as well",
      'x-trimmed': true,
      'x-rule': `must be an address of at most ${blockLimits.url} characters`,
    }),
  ),
  former_slugs: Type.Optional(
    Type.Array(slug('One that is to lead here as well'), {
      maxItems: limits.formerSlugs,
      description:
        'All that are to lead here beside the slug: one that is left out leads nowhere any more, and is free',
      'x-rule': `must be a list of at most ${limits.formerSlugs} slugs`,
    }),
  ),
});

export const LinkSaved = Type.Object({ id: Id, message: Type.String() }, { title: 'LinkSaved', ...closed });
