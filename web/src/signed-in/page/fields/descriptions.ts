// The fields of each type of block and of its items, in the order of its form: one component draws them all.
import type { MessageDescriptor } from '@lingui/core';
import { type FormEntry, isOneField } from '../../../../../contract/blocks/definition.ts';
import type { Field, Fields } from '../../../../../contract/blocks/fields.ts';
import { subtitle, title } from '../../../../../contract/blocks/form-entries.ts';
import { type BlockType, definitionOf } from '../../../../../contract/blocks/index.ts';
import { linkSettings } from '../../../../../contract/blocks/link-settings.ts';

export type FieldKind =
  | FormEntry['kind']
  | 'prose'
  | 'email'
  | 'tel'
  | 'number'
  | 'choice'
  | 'switch'
  | 'moment'
  | 'form-fields';

export interface FieldDescription {
  readonly kind: FieldKind;
  /** In the record and in an edit, such as `content.caption`. */
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly hint?: MessageDescriptor | undefined;
  /** What applies while nothing is set. */
  readonly fallback?: string | number | boolean;
  /** Of a choice. */
  readonly options?: readonly (readonly [value: string | number, label: MessageDescriptor])[];
  readonly range?: { readonly min: number; readonly max?: number; readonly step?: number };
  /** Shares its line with the next one that is half as wide. */
  readonly isHalf?: boolean | undefined;
}

export function blockFields(type: BlockType): readonly FieldDescription[] {
  const { form, settings, content } = definitionOf(type);
  const parts = { content: isOneField(content) ? { '': content } : (content ?? {}), settings };
  return described(form ?? [title, subtitle, ...pathsOf(parts)], parts);
}

export function itemFields(type: BlockType): readonly FieldDescription[] {
  const { form = [], element = {} } = definitionOf(type).items ?? {};
  return described(form, { settings: linkSettings, element });
}

type Parts = Record<string, Fields>;

function pathsOf(parts: Parts): string[] {
  return Object.entries(parts).flatMap(([part, fields]) => Object.keys(fields).map((name) => `${part}.${name}`));
}

function described(form: readonly (FormEntry | string)[], parts: Parts): readonly FieldDescription[] {
  return form.map((entry) => {
    if (typeof entry !== 'string') return entry;
    const [part = '', name = ''] = entry.split('.');
    const field = parts[part]![name]!;
    return {
      // In the record, content is in `blocks`.
      path: part === 'content' ? `blocks.${entry}` : entry,
      label: field.label!,
      hint: field.hint,
      isHalf: field.isHalf,
      ...ofField(field),
    };
  });
}

function ofField(field: Field): Pick<FieldDescription, 'kind' | 'fallback' | 'options' | 'range'> {
  switch (field.kind) {
    case 'text':
    case 'prose':
      return { kind: field.input ?? field.kind, fallback: field.default };
    case 'id':
      return { kind: 'text', fallback: field.default };
    case 'flag':
      return { kind: 'switch', fallback: field.default };
    case 'choice':
      return {
        kind: 'choice',
        fallback: field.default,
        options: field.words.map((word) => [word, field.options![word]!]),
      };
    case 'whole':
    case 'number': {
      const { min, max, step, options } = field;
      if (options)
        return { kind: 'choice', fallback: field.default, options: options.map((text, index) => [min + index, text]) };
      return {
        kind: 'number',
        fallback: field.default,
        range: { min, ...(max !== undefined && { max }), ...(step !== undefined && { step }) },
      };
    }
    case 'instant':
      return { kind: 'moment' };
    case 'form-fields':
      return { kind: 'form-fields' };
  }
}
