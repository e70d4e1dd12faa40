import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { BlockItem } from '../../../../../clients/typescript/index.ts';
import { useOpenRow } from '../list/list-context.ts';
import { ScheduleBadge } from '../list/row.tsx';
import { scheduleState } from '../list/row-state.ts';
import { MomentField } from './basic-fields.tsx';
import styles from './record-fields.module.css';
import type { FieldProps } from './record-fields.tsx';

/** When a link is on the page. */
export function ScheduleFields({ description, target, record, name }: FieldProps) {
  const { i18n } = useLingui();
  const ref = useRef<HTMLFieldSetElement>(null);
  const isAsked = useOpenRow()?.part === 'schedule';
  useEffect(() => {
    if (isAsked) ref.current?.querySelector('input')?.focus();
  }, [isAsked]);
  const state = scheduleState(record as BlockItem, Date.now());
  return (
    <fieldset ref={ref} className={styles.group}>
      <legend className={styles.legend}>
        {i18n._(description.label)}
        {state && <ScheduleBadge state={state} />}
      </legend>
      <div className={styles.pair}>
        <MomentField
          description={{ kind: 'moment', path: 'settings.from', label: msg`From` }}
          {...{ target, record, name }}
        />
        <MomentField
          description={{ kind: 'moment', path: 'settings.to', label: msg`To` }}
          {...{ target, record, name }}
        />
      </div>
    </fieldset>
  );
}
