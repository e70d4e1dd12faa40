// The fonts, each shown in itself. Their files are loaded when the list is opened.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { findFont, fonts } from '../../../../contract/page/fonts.ts';
import { Icon } from '../../design/icon.tsx';
import { fontFamily } from './font-family.ts';
import styles from './font-picker.module.css';
import { ResetButton } from './reset-button.tsx';
import type { Appearance } from './use-appearance.ts';

export function FontPicker({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { font } = appearance.customize;
  const titleOf = (name: string) => (name === 'system' ? t`The visitor’s own font` : (findFont(name)?.title ?? name));
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={`${id}label`} className={styles.label}>
          <Trans>Font</Trans>
        </span>
        <ResetButton appearance={appearance} name="font" label={t`Font`} />
      </div>
      <button
        type="button"
        id={`${id}button`}
        aria-labelledby={`${id}label ${id}button`}
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        className={styles.current}
        onClick={() => setOpen(!isOpen)}
      >
        <span style={{ fontFamily: fontFamily(font) }}>{titleOf(font)}</span>
        <Icon name={isOpen ? 'up' : 'down'} size={16} />
      </button>
      <fieldset id={`${id}list`} hidden={!isOpen} aria-labelledby={`${id}label`} className={styles.list}>
        {isOpen &&
          fonts.map(({ name }) => (
            <label key={name} className={styles.font}>
              <input
                type="radio"
                name={id}
                value={name}
                checked={name === font}
                onChange={() => appearance.setValue('font', name)}
              />
              <span style={{ fontFamily: fontFamily(name) }}>{titleOf(name)}</span>
              <span className={styles.check}>
                <Icon name="check" size={16} />
              </span>
            </label>
          ))}
      </fieldset>
    </div>
  );
}
