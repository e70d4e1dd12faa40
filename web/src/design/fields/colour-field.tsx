import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import styles from './colour-field.module.css';
import fieldStyles from './field.module.css';
import { Field } from './field.tsx';

interface ColourFieldProps {
  label: string;
  /** As #rrggbb. */
  value: string;
  onChange: (colour: string) => void;
  hint?: ReactNode;
  /** Beside the label, such as a button that resets it. */
  aside?: ReactNode;
}

/** The browser's own colour picker, and the colour as text. */
export function ColourField({ label, value, onChange, hint, aside }: ColourFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && colourIn(typed) === undefined;
  const type = (text: string) => {
    setTyped(text);
    const colour = colourIn(text);
    if (colour) onChange(colour);
  };
  return (
    <Field
      label={label}
      hint={hint}
      aside={aside}
      error={isWrong ? t`Write it with six digits, such as #1f5b41.` : undefined}
    >
      {(control) => (
        <div className={styles.box}>
          <input
            type="color"
            aria-label={t`${label}: choose`}
            value={value.slice(0, '#rrggbb'.length)}
            onChange={(event) => {
              setTyped(undefined);
              onChange(event.target.value);
            }}
            className={styles.swatch}
          />
          <input
            {...control}
            value={typed ?? value}
            onChange={(event) => type(event.target.value)}
            onBlur={() => !isWrong && setTyped(undefined)}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            dir="ltr"
            className={classNames(fieldStyles.control, styles.text)}
          />
        </div>
      )}
    </Field>
  );
}

/** With or without the #, in three or six digits. */
function colourIn(text: string): string | undefined {
  const [, digits] = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${six.toLowerCase()}`;
}
