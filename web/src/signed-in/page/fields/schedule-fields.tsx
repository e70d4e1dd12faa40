import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { BlockItem } from '../../../../../clients/typescript/index.ts';
import { type TextFieldBinding, useDrafts, useEditor } from '../../editing/index.ts';
import { useOpenRow } from '../list/list-context.ts';
import { scheduleState } from '../list/row-state.ts';
import { ScheduleBadge } from '../list/schedule-badge.tsx';
import { MomentInput, useMoment } from './basic-fields.tsx';
import type { FieldDescription } from './descriptions.ts';
import type { FieldProps } from './field-props.ts';
import { localText } from './moments.ts';
import styles from './record-fields.module.css';
import { valueAt } from './values.ts';

const fromField: FieldDescription = { kind: 'moment', path: 'settings.from', label: msg`From` };
const toField: FieldDescription = { kind: 'moment', path: 'settings.to', label: msg`To` };

/** When a link is on the page. */
export function ScheduleFields({ description, target, record, name }: FieldProps) {
  const { t, i18n } = useLingui();
  const { drafts } = useEditor();
  useDrafts(drafts);
  const ref = useRef<HTMLFieldSetElement>(null);
  const isAsked = useOpenRow()?.part === 'schedule';
  useEffect(() => {
    if (isAsked) ref.current?.querySelector('input')?.focus();
  }, [isAsked]);
  const fieldOf = (description: FieldDescription) => {
    const draft = drafts.find(target, description.path);
    return {
      description,
      target,
      record,
      name,
      draft,
      text: draft?.text ?? localText(valueAt(record, description.path)),
    };
  };
  const [first, last] = [fieldOf(fromField), fieldOf(toField)];
  const isReversed = first.text !== '' && last.text !== '' && last.text <= first.text;
  // At the field that was changed.
  const isAtFirst = first.draft !== undefined && last.draft === undefined;
  const from = useMoment({
    ...first,
    problem: isReversed && isAtFirst ? t`The beginning must be before the end.` : undefined,
  });
  const to = useMoment({
    ...last,
    problem: isReversed && !isAtFirst ? t`The end must be after the beginning.` : undefined,
  });
  // Correcting one may make the other valid.
  const leave = (own: TextFieldBinding, other: TextFieldBinding) => () => {
    own.onBlur();
    other.onBlur();
  };
  const state = scheduleState(record as BlockItem, Date.now());
  return (
    <fieldset ref={ref} className={styles.group}>
      <legend className={styles.legend}>
        {i18n._(description.label)}
        {state && <ScheduleBadge state={state} />}
      </legend>
      <div className={styles.pair}>
        <MomentInput label={fromField.label} binding={from} onBlur={leave(from, to)} />
        <MomentInput label={toField.label} binding={to} onBlur={leave(to, from)} />
      </div>
    </fieldset>
  );
}
