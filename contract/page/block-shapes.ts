// The schemas of blocks, derived from their definitions: settings, content, and the fields of items beside caption, link
// and picture. Writes are validated against schemas derived from these (`schemas/writable-shapes.ts`); on display, all
// defaults are filled in (`reading.ts`).
import { type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import { isOneField } from '../blocks/definition.ts';
import { type Field, type Fields, fieldTypes } from '../blocks/fields.ts';
import {
  type BlockContent,
  type BlockSettings,
  type BlockType,
  blockTypes,
  definitionOf,
  type ItemElement,
  type ItemSettings,
} from '../blocks/index.ts';
import { commonSettings, linkSettings } from '../blocks/link-settings.ts';
import { playerIds } from '../blocks/player-ids.ts';
import { OneOf } from '../schemas/common.ts';
import { blockLimits } from './block-limits.ts';

export { blockLimits } from './block-limits.ts';

type ShapeOf<Value> = TObject<{ [Name in keyof Value]: TUnsafe<Value[Name]> }>;

interface BlockShape<T extends BlockType> {
  settings: ShapeOf<BlockSettings<T>>;
  content: BlockContent<T> extends object ? ShapeOf<BlockContent<T>> : TUnsafe<BlockContent<T>>;
  item: { element: ShapeOf<ItemElement<T>>; settings: ShapeOf<ItemSettings> };
}

const closed = { additionalProperties: false };

/**
 * `x-lines` and `x-address` apply to writes only: stored text is shown whatever it contains, and an address in the place
 * of an id is stored as the id in it (`player-content.ts`).
 */
function schemaOf(field: Field): TSchema {
  const { default: fallback } = field;
  switch (field.kind) {
    case 'text':
      return Type.String({ maxLength: field.max, default: fallback, 'x-lines': 'one' });
    case 'prose':
      return Type.String({ maxLength: field.max, default: fallback, 'x-lines': 'many' });
    case 'id':
      return idSchema(field);
    case 'flag':
      return Type.Boolean({ default: fallback, 'x-rule': 'must be true or false' });
    case 'choice':
      return OneOf([...field.words], { default: fallback, 'x-rule': `must be one of ${field.words.join(', ')}` });
    case 'whole':
    case 'number':
      return numberSchema(field);
    case 'instant':
      return Instant;
    case 'form-fields':
      return Type.Array(FormField, {
        maxItems: blockLimits.formFields,
        'x-rule': `must be a list of at most ${blockLimits.formFields} fields`,
        default: fallback,
      });
  }
}

function idSchema({ player, default: fallback }: Extract<Field, { player: string }>): TSchema {
  const { pattern, rule } = playerIds[player];
  return Type.String({ pattern, default: fallback, 'x-rule': rule, 'x-address': true });
}

function numberSchema({ kind, min, max, default: fallback }: Extract<Field, { min: number }>): TSchema {
  const what = kind === 'whole' ? 'a whole number' : 'a number';
  const rule = max === undefined ? `must be ${what}, ${min} or more` : `must be ${what} from ${min} to ${max}`;
  const options = { minimum: min, ...(max !== undefined && { maximum: max }), default: fallback, 'x-rule': rule };
  return kind === 'whole' ? Type.Integer(options) : Type.Number(options);
}

const Instant = Type.Union(
  [
    Type.String({
      format: 'date-time',
      'x-rule': 'must be a date and time such as 2026-12-01T09:00:00Z',
    }),
    Type.Null(),
  ],
  { default: null },
);

const FormField = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,39}$',
      'x-rule': 'must be a lowercase letter, then at most 39 lowercase letters, digits and _',
    }),
    label: Type.String({ minLength: 1, maxLength: blockLimits.label, 'x-lines': 'one' }),
    type: Type.Optional(OneOf(fieldTypes, { 'x-rule': `must be one of ${fieldTypes.join(', ')}` })),
    required: Type.Optional(Type.Boolean({ 'x-rule': 'must be true or false' })),
  },
  closed,
);

function shape(fields: Fields): TObject {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return Type.Object(properties, { ...closed, default: {} });
}

function blockShape(type: BlockType) {
  const { settings, content, items } = definitionOf(type);
  return {
    settings: shape({ ...commonSettings, ...settings }),
    content: content === null ? Type.Null({ default: null }) : isOneField(content) ? schemaOf(content) : shape(content),
    item: { element: shape(items?.element ?? {}), settings: shape(items?.link ? linkSettings : {}) },
  };
}

export const blockShapes = Object.fromEntries(blockTypes.map((type) => [type, blockShape(type)])) as unknown as {
  [T in BlockType]: BlockShape<T>;
};
