// The fields of a page's forms, with their names, types and maximum lengths. Shared by rendering and submission.
import type { FieldType } from '../blocks/fields.ts';

export const formKinds = ['signup', 'contact_form'] as const;
export type FormKind = (typeof formKinds)[number];

export interface FormField {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
}

/** As the owner chose them; `block-shapes.ts` has their schema. */
export interface ContactFields {
  fields: readonly { name: string; label: string; type?: FieldType; required?: boolean }[];
}

/** A rule that an entry breaks. */
export type FieldProblem =
  | { kind: 'empty' }
  | { kind: 'missing' | 'email' | 'tel'; label: string }
  | { kind: 'too_long'; label: string; most: number; length: number };

/** Maximum number of characters for each type. */
export const maxFieldLength: Readonly<Record<FieldType, number>> = { text: 200, email: 254, tel: 40, message: 5000 };

/** Honeypot: the field is hidden from people, so only bots fill it in. */
const HONEYPOT = 'website_url';

const typeByName: Readonly<Record<string, FieldType>> = {
  email: 'email',
  phone: 'tel',
  telephone: 'tel',
  message: 'message',
};

const signupFields: readonly FormField[] = [
  { name: 'email', label: 'Your e-mail address', type: 'email', isRequired: true },
];

/** Field names are unique, because two fields with one name cannot be distinguished when submitted. */
export function contactFields({ fields }: ContactFields): FormField[] {
  const byName = new Map<string, FormField>();
  for (const { name, label, type, required } of fields) {
    if (byName.has(name)) continue;
    const guessed = Object.hasOwn(typeByName, name) ? typeByName[name]! : 'text';
    byName.set(name, { name, label: label.trim() || name, type: type ?? guessed, isRequired: required ?? false });
  }
  return [...byName.values()];
}

export function formFields(
  form: { type: 'signup' } | { type: 'contact_form'; content: ContactFields },
): readonly FormField[] {
  return form.type === 'signup' ? signupFields : contactFields(form.content);
}

/** The name of the honeypot field; undefined if the owner uses that name for a visible field. */
export function honeypotOf(fields: readonly FormField[]): string | undefined {
  return fields.some(({ name }) => name === HONEYPOT) ? undefined : HONEYPOT;
}
