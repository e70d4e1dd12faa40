import { Trans, useLingui } from '@lingui/react/macro';
import styles from './look.module.css';
import type { ValueName } from './painted-look.ts';
import type { Look } from './use-look.ts';

interface ResetButtonProps {
  look: Look;
  name: ValueName;
  label: string;
}

/** Back to the theme's value, where the owner has an own one. */
export function ResetButton({ look, name, label }: ResetButtonProps) {
  const { t } = useLingui();
  if (look.own[name] === undefined) return null;
  return (
    <button
      type="button"
      className={styles.reset}
      aria-label={t`${label}: reset to the theme’s`}
      onClick={() => look.resetValue(name)}
    >
      <Trans>Reset</Trans>
    </button>
  );
}
