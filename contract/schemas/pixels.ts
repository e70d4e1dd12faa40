import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { type PixelType, pixelTypes } from '../vocabulary.ts';
import { Colour, Flag, Id, OneOf, Owner, Timestamp } from './common.ts';
import { line } from './writing.ts';

const closed = { additionalProperties: false };

export const Pixel = Type.Object(
  {
    id: Id,
    user: Owner,
    name: Type.String(),
    status: Flag,
    pixel_id: Type.String(),
    pixel_type: OneOf(pixelTypes),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Pixel', ...closed },
);

const fields = {
  name: line({ min: 1, max: limits.pixelName, description: 'Display name' }),
  type: OneOf(pixelTypes, {
    description: 'The platform; returned as `pixel_type`',
    'x-rule': `must be one of ${pixelTypes.join(', ')}`,
  }),
  pixel_id: Type.String({
    minLength: 1,
    maxLength: limits.pixelId,
    pattern: '^[A-Za-z0-9_.:-]*$',
    description: 'The tracker id of the platform',
    'x-rule': `must be 1 to ${limits.pixelId} of the characters A-Z a-z 0-9 _ . : -`,
  }),
  status: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1: active; 0: stored, but not on the page. Default: 1',
      'x-rule': 'must be 0 or 1',
    }),
  ),
};

export const PixelCreation = Type.Object(fields);
export const PixelEdit = Type.Partial(Type.Object(fields));

export const PixelSaved = Type.Object({ id: Id, message: Type.String() }, { title: 'PixelSaved', ...closed });

const TemplateEntry = Type.Object(
  {
    name: Type.String(),
    color: Colour,
    icon: Type.Optional(Type.String({ description: 'Icon CSS class names' })),
    svg: Type.Optional(Type.String({ description: 'Inline vector markup' })),
    class: Type.Optional(Type.String({ description: 'CSS classes for the layout, with `svg` only' })),
    template: Type.String({ description: 'The snippet, with {pixel} as the placeholder for the tracker id' }),
  },
  { title: 'PixelTemplate', ...closed },
);
export type PixelTemplate = Type.Static<typeof TemplateEntry>;

export const PixelTemplates = Type.Object(
  Object.fromEntries(pixelTypes.map((type) => [type, TemplateEntry])) as Record<PixelType, typeof TemplateEntry>,
  closed,
);
