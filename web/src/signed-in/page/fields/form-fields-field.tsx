// The fields of a contact form: a list that is saved as a whole.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FieldType } from '../../../../../contract/blocks/fields.ts';
import { contactFields } from '../../../../../contract/page/forms.ts';
import { Button, IconButton } from '../../../design/actions/button.tsx';
import { Checkbox } from '../../../design/fields/choice.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { useUnsaved } from '../../../frame/unsaved.ts';
import { useEditor } from '../../editing/index.ts';
import { useChangeLabel } from './basic-fields.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';
import { editOf, valueAt } from './values.ts';

interface FormEntry {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
}

const MAX_FIELDS = 10;
const defaults = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'email', label: 'Your e-mail address', required: true },
  { name: 'message', label: 'Your message', required: true },
];

export function FormFieldsField({ description, target, record, name }: FieldProps) {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  const changeLabel = useChangeLabel({ description, name });
  const saved = (valueAt(record, description.path) ?? defaults) as typeof defaults;
  const entries: FormEntry[] = contactFields({ fields: saved }).map(({ isRequired, ...field }) => ({
    ...field,
    required: isRequired,
  }));
  const save = (next: readonly FormEntry[]) =>
    editor.attempt(editOf(target, record, description.path, next), changeLabel);
  const change = (entry: FormEntry, fields: Partial<FormEntry>) =>
    save(entries.map((other) => (other.name === entry.name ? { ...other, ...fields } : other)));
  const add = () => save([...entries, { name: freeName(entries), label: t`New field`, type: 'text', required: false }]);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{i18n._(description.label)}</legend>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.name} className={styles.entry}>
            <LabelField entry={entry} onChange={(label) => change(entry, { label })} />
            <Select
              label={t`Type`}
              value={entry.type}
              options={[
                { value: 'text', label: t`Text` },
                { value: 'email', label: t`E-mail` },
                { value: 'tel', label: t`Phone` },
                { value: 'message', label: t`Message` },
              ]}
              onChange={(event) => change(entry, { type: event.target.value as FieldType })}
            />
            <Checkbox
              label={t`Required`}
              checked={entry.required}
              onChange={(event) => change(entry, { required: event.target.checked })}
            />
            <IconButton
              icon="trash"
              label={t`Remove ${entry.label}`}
              onClick={() => save(entries.filter((other) => other !== entry))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon="plus" disabled={entries.length >= MAX_FIELDS} onClick={add}>
          <Trans>Add a field</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

/** Saved on Enter and blur, as every text. */
function LabelField({ entry, onChange }: { entry: FormEntry; onChange: (label: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  useUnsaved(() => typed !== undefined && typed !== entry.label);
  const commit = () => {
    if (typed?.trim() && typed !== entry.label) onChange(typed);
    setTyped(undefined);
  };
  return (
    <TextField
      label={t`Label`}
      value={typed ?? entry.label}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}

function freeName(entries: readonly FormEntry[]): string {
  for (let number = entries.length + 1; ; number += 1) {
    const name = `field_${number}`;
    if (!entries.some((entry) => entry.name === name)) return name;
  }
}
