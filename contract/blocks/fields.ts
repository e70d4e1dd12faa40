// The fields that settings, contents and items of blocks are made of, as plain data: schemas are derived from them
// (`page/block-shapes.ts`), and so are the forms of the dashboard, which needs no schema library for that.
import { type Message, msg } from '../messages.ts';

interface Common<Value> {
  readonly default: Value;
  /** In the dashboard. A field without a label is not in a form by itself. */
  readonly label?: Message;
  readonly hint?: Message;
  /** Shares its line with the next one that is half as wide. */
  readonly isHalf?: boolean;
}

export interface TextField extends Common<string> {
  readonly kind: 'text' | 'prose';
  readonly max: number;
  readonly input?: 'email' | 'tel' | 'link';
}
export interface IdField extends Common<string> {
  readonly kind: 'id';
  /** Of what: see `player-ids.ts`. An address is an id too (`page/players.ts`). */
  readonly player: 'video' | 'music';
}
export interface FlagField extends Common<boolean> {
  readonly kind: 'flag';
}
export interface ChoiceField<Word extends string> extends Common<Word> {
  readonly kind: 'choice';
  readonly words: readonly Word[];
  readonly options?: Readonly<Record<Word, Message>>;
}
export interface NumberField extends Common<number> {
  readonly kind: 'whole' | 'number';
  readonly min: number;
  readonly max?: number;
  readonly step?: number;
  /** What the numbers are called, from the smallest. */
  readonly options?: readonly Message[];
}
export interface InstantField extends Common<string | null> {
  readonly kind: 'instant';
}
export const fieldTypes = ['text', 'email', 'tel', 'message'] as const;
export type FieldType = (typeof fieldTypes)[number];
/** A field of a form that visitors fill in. */
export interface FormFieldGiven {
  name: string;
  label: string;
  type?: FieldType;
  required?: boolean;
}
export interface FormFieldsField extends Common<FormFieldGiven[]> {
  readonly kind: 'form-fields';
}

export type Field =
  | TextField
  | IdField
  | FlagField
  | ChoiceField<string>
  | NumberField
  | InstantField
  | FormFieldsField;
export type Fields = Readonly<Record<string, Field>>;
export type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['default'] };

type Words<F extends Field> = Partial<Omit<F, 'kind' | 'max' | 'min'>>;

export function text(max: number, words: Words<TextField> = {}): TextField {
  return { kind: 'text', max, default: '', ...words };
}

export function prose(max: number, words: Words<TextField> = {}): TextField {
  return { kind: 'prose', max, default: '', ...words };
}

export function flag(fallback: boolean, words: Words<FlagField> = {}): FlagField {
  return { kind: 'flag', default: fallback, ...words };
}

/** One of these words, with what each is called in a form. */
export function choice<Word extends string>(
  options: Readonly<Record<Word, Message>>,
  fallback: NoInfer<Word>,
  words: Words<ChoiceField<Word>> = {},
): ChoiceField<Word> {
  return { kind: 'choice', words: Object.keys(options) as Word[], options, default: fallback, isHalf: true, ...words };
}

/** One of these words, which no form asks for. */
export function oneOf<const Word extends string>(words: readonly Word[]): ChoiceField<Word> {
  return { kind: 'choice', words, default: words[0]! };
}

export function whole(min: number, max: number, fallback: number, words: Words<NumberField> = {}): NumberField {
  return { kind: 'whole', min, max, default: fallback, isHalf: true, ...words };
}

export function degrees(max: number, words: Words<NumberField>): NumberField {
  return { kind: 'number', min: -max, max, default: 0, step: 0.00001, isHalf: true, ...words };
}

export function instant(words: Words<InstantField> = {}): InstantField {
  return { kind: 'instant', default: null, ...words };
}

/** A list of at most ten fields (`blockLimits.formFields`). */
export function formFields(fallback: FormFieldGiven[], words: Words<FormFieldsField>): FormFieldsField {
  return { kind: 'form-fields', default: fallback, ...words };
}

export function align(fallback: 'left' | 'center') {
  const options = { left: msg`Left`, center: msg`Centre`, right: msg`Right` };
  return choice(options, fallback, { label: msg`Alignment` });
}
