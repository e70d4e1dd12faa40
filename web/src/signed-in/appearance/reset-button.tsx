import { Trans, useLingui } from '@lingui/react/macro';
import styles from './appearance.module.css';
import type { ValueName } from './theme-values.ts';
import type { Appearance } from './use-appearance.ts';

interface ResetButtonProps {
  appearance: Appearance;
  name: ValueName;
  label: string;
}

/** Back to the theme's value, where the owner has an own one. */
export function ResetButton({ appearance, name, label }: ResetButtonProps) {
  const { t } = useLingui();
  if (appearance.own[name] === undefined) return null;
  return (
    <button
      type="button"
      className={styles.reset}
      aria-label={t`${label}: reset to the theme’s`}
      onClick={() => appearance.resetValue(name)}
    >
      <Trans>Reset</Trans>
    </button>
  );
}
