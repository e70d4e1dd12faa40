// The links of a page for their owner: target, slugs and state.
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
    id: Type.Integer({ ...Id, description: 'The same id as the item of the link' }),
    user: Owner,
    block_id: Type.Union([Id, Type.Null()], { description: 'Null if the link was deleted' }),
    slug: Type.String({ description: 'Last part of the short URL' }),
    former_slugs: Type.Array(Type.String(), {
      maxItems: limits.formerSlugs,
      description: 'Previous slugs, which still redirect to the link',
    }),
    url: Type.String({ description: 'The target of the link' }),
    short_url: Type.String({ ...Url, description: 'The URL that counts a click and redirects to the target' }),
    title: Type.Union([...NullableText.anyOf], { description: 'The caption of the item' }),
    state: OneOf(linkStates, {
      description:
        '`on`: active; `off`: switched off; `early`, `over`: before or after its schedule; `deleted`: removed from the page; `nowhere`: the target is not a valid URL',
    }),
    created_at: Type.Union([...orNull.anyOf], { description: 'Null if the link was deleted' }),
    updated_at: Type.Union([...orNull.anyOf], { description: 'Time of deletion, if the link was deleted' }),
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
  slug: Type.Optional(
    slug('Letters and digits of any script, with hyphens between words. The previous slug keeps redirecting'),
  ),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: blockLimits.url,
      description:
        'An http, https, mailto or tel URL, or the URL of one of your uploads. Also changes the link of the item',
      'x-trimmed': true,
      'x-rule': `must be an address of at most ${blockLimits.url} characters`,
    }),
  ),
  former_slugs: Type.Optional(
    Type.Array(slug('An additional slug'), {
      maxItems: limits.formerSlugs,
      description:
        'All additional slugs of the link. A slug that is left out no longer redirects and can be used again',
      'x-rule': `must be a list of at most ${limits.formerSlugs} slugs`,
    }),
  ),
});

export const LinkSaved = Type.Object({ id: Id, message: Type.String() }, { title: 'LinkSaved', ...closed });
