import { useLingui } from '@lingui/react/macro';
import { Icon } from '../../../design/icon.tsx';
import styles from './insert-button.module.css';

/** Between two blocks. */
export function InsertButton({ onChoose }: { onChoose: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.gap}>
      <button type="button" className={styles.button} aria-label={t`Add a block here`} onClick={onChoose}>
        <Icon name="plus" size={16} />
      </button>
    </div>
  );
}
