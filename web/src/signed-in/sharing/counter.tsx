import { useLingui } from '@lingui/react/macro';
import { classNames } from '../../design/class-names.ts';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import styles from './sharing.module.css';

interface CounterProps {
  text: string;
  max: number;
  /** Search engines show about as many. */
  shown: number;
}

/** How many characters there are, of how many. */
export function Counter({ text, max, shown }: CounterProps) {
  const { t, i18n } = useLingui();
  const isLong = text.length > shown;
  const count = i18n.number(text.length);
  const most = i18n.number(max);
  return (
    <span className={classNames(styles.counter, isLong && styles.long)}>
      <span aria-hidden="true">
        {count}/{most}
      </span>
      <VisuallyHidden>{t`${count} of ${most} characters`}</VisuallyHidden>
      {isLong && <span> · {t`search results cut it`}</span>}
    </span>
  );
}
