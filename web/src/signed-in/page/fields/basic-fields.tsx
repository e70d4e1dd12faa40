// Fields that hold one value.
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Switch } from '../../../design/fields/choice.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextArea, TextField } from '../../../design/fields/text-field.tsx';
import { type TextFieldBinding, useEditor, useTextField } from '../../editing/index.ts';
import type { FieldProps } from './field-props.ts';
import { localText, momentOf, useUtc } from './moments.ts';
import { addressOf, editOf, valueAt } from './values.ts';

/** What a change is called when it is undone, such as “Shop: Caption”. */
export function useChangeLabel({ description, name }: Pick<FieldProps, 'description' | 'name'>): string {
  const { t, i18n } = useLingui();
  const field = i18n._(description.label);
  return name ? t`${name}: ${field}` : field;
}

const inputs = {
  link: { type: 'text', inputMode: 'url', dir: 'ltr', autoCapitalize: 'off', spellCheck: false },
  email: { type: 'email', dir: 'ltr' },
  tel: { type: 'tel', dir: 'ltr' },
} as const;

export function TypedField({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const { kind, path, fallback = '' } = description;
  const value = valueAt(record, path);
  const isProse = kind === 'prose';
  const binding = useTextField({
    target,
    path,
    saved: String(value ?? fallback),
    savedValue: value,
    label: useChangeLabel({ description, name }),
    isMultiline: isProse,
    // Only the contact card's website is a link that must be text.
    ...(kind === 'link' && { toValue: path === 'link' ? addressOf : (text: string) => addressOf(text) ?? '' }),
  });
  const texts = { label: i18n._(description.label), hint: description.hint && i18n._(description.hint) };
  if (isProse) return <TextArea {...texts} {...binding} />;
  return <TextField {...texts} {...binding} {...(kind in inputs && inputs[kind as keyof typeof inputs])} />;
}

export function NumberField({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const { path, fallback = 0, range } = description;
  const value = valueAt(record, path);
  const binding = useTextField({
    target,
    path,
    saved: String(value ?? fallback),
    savedValue: value,
    label: useChangeLabel({ description, name }),
    toValue: (text) => (text.trim() === '' ? null : Number(text)),
  });
  return (
    <TextField
      label={i18n._(description.label)}
      hint={description.hint && i18n._(description.hint)}
      type="number"
      inputMode="decimal"
      {...range}
      {...binding}
    />
  );
}

export function ChoiceField({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const editor = useEditor();
  const label = useChangeLabel({ description, name });
  const { path, fallback, options = [] } = description;
  const value = valueAt(record, path) ?? fallback;
  return (
    <Select
      label={i18n._(description.label)}
      hint={description.hint && i18n._(description.hint)}
      value={String(value)}
      options={options.map(([option, text]) => ({ value: String(option), label: i18n._(text) }))}
      onChange={(event) => {
        const chosen = options.find(([option]) => String(option) === event.target.value)?.[0];
        editor.attempt(editOf(target, record, path, chosen), label);
      }}
    />
  );
}

export function SwitchField({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const editor = useEditor();
  const label = useChangeLabel({ description, name });
  const { path, fallback = false } = description;
  return (
    <Switch
      label={i18n._(description.label)}
      hint={description.hint && i18n._(description.hint)}
      checked={(valueAt(record, path) ?? fallback) === true}
      onChange={(event) => editor.attempt(editOf(target, record, path, event.target.checked), label)}
    />
  );
}

/** In the owner's own zone, with UTC beneath. */
export function MomentField(props: FieldProps) {
  return <MomentInput label={props.description.label} binding={useMoment(props)} />;
}

export function useMoment({
  description,
  target,
  record,
  name,
  problem,
}: FieldProps & { problem?: string | undefined }) {
  const value = valueAt(record, description.path);
  return useTextField({
    target,
    path: description.path,
    saved: localText(value),
    savedValue: value,
    label: useChangeLabel({ description, name }),
    toValue: momentOf,
    problem,
  });
}

interface MomentInputProps {
  label: MessageDescriptor;
  binding: TextFieldBinding;
  /** Leaves the field. */
  onBlur?: () => void;
}

export function MomentInput({ label, binding, onBlur = binding.onBlur }: MomentInputProps) {
  const { i18n } = useLingui();
  const utc = useUtc();
  return (
    <TextField
      label={i18n._(label)}
      type="datetime-local"
      isLive
      {...binding}
      onBlur={onBlur}
      message={utc(momentOf(binding.value))}
    />
  );
}
