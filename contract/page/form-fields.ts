// The fields of a contact form, as its page shows them and as its entries are read: a type for each, no name twice.
import type { BlockContent } from './block-shapes.ts';
import { blockLimits } from './block-shapes.ts';

export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'tel' | 'message';
  isRequired: boolean;
  maxLength: number;
}

const typesByName = new Map<string, FormField['type']>([
  ['email', 'email'],
  ['phone', 'tel'],
  ['tel', 'tel'],
  ['message', 'message'],
]);

const lengths: Record<FormField['type'], number> = {
  text: blockLimits.entry,
  email: blockLimits.email,
  tel: blockLimits.phone,
  message: blockLimits.message,
};

export function formFields({ fields }: BlockContent<'contact_form'>): FormField[] {
  const first = new Map(fields.toReversed().map((field) => [field.name, field]));
  return fields
    .filter((field) => first.get(field.name) === field)
    .map(({ name, label, type = typesByName.get(name) ?? 'text', required = false }) => {
      return { name, label, type, isRequired: required, maxLength: lengths[type] };
    });
}
