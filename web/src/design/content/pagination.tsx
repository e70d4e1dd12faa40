import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../actions/button.tsx';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

/** Nothing where there is one page only. */
export function Pagination({ page, pages, onTurn }: PaginationProps) {
  const { t, i18n } = useLingui();
  if (pages <= 1) return null;
  return (
    <nav className={styles.pagination} aria-label={t`Pages of this list`}>
      <Button size="small" icon="back" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <span className={styles.place} aria-live="polite">
        <Trans>
          {i18n.number(page)} of {i18n.number(pages)}
        </Trans>
      </span>
      <Button size="small" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  );
}
