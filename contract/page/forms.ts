// The forms of a page, as both whoever shows them and whoever takes their entries understand them: which fields there
// are, under which names they are sent, of what sort they are and how long they may be.
import type { BlockContent } from './block-shapes.ts';

export const formKinds = ['signup', 'contact_form'] as const;
export type FormKind = (typeof formKinds)[number];

export type FieldType = 'text' | 'email' | 'tel' | 'message';

export interface FormField {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
}

/** Characters that an answer of each sort may have. */
export const longestAnswer: Readonly<Record<FieldType, number>> = { text: 200, email: 254, tel: 40, message: 5000 };

/** People do not see this field; whoever fills it in is a program. */
const TRAP = 'website_url';

const typeByName: Readonly<Record<string, FieldType>> = {
  email: 'email',
  phone: 'tel',
  telephone: 'tel',
  message: 'message',
};

const signupFields: readonly FormField[] = [
  { name: 'email', label: 'Your e-mail address', type: 'email', isRequired: true },
];

/** One field of each name: two of one name could not be told apart when they are sent. */
export function contactFields({ fields }: Pick<BlockContent<'contact_form'>, 'fields'>): FormField[] {
  const byName = new Map<string, FormField>();
  for (const { name, label, type, required } of fields) {
    if (byName.has(name)) continue;
    const guessed = Object.hasOwn(typeByName, name) ? typeByName[name]! : 'text';
    byName.set(name, { name, label: label.trim() || name, type: type ?? guessed, isRequired: required ?? false });
  }
  return [...byName.values()];
}

export function formFields(
  form: { type: 'signup' } | { type: 'contact_form'; content: Pick<BlockContent<'contact_form'>, 'fields'> },
): readonly FormField[] {
  return form.type === 'signup' ? signupFields : contactFields(form.content);
}

/** The name of the field that nobody sees; none where the owner uses that name for a field that people do see. */
export function trapOf(fields: readonly FormField[]): string | undefined {
  return fields.some(({ name }) => name === TRAP) ? undefined : TRAP;
}
