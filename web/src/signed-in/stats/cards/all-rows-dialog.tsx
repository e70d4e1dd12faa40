import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { SearchField } from '../../../design/fields/text-field.tsx';
import { Sheet } from '../../../design/overlays/dialog.tsx';
import { Numbers } from '../numbers.tsx';
import { type Scope, useAllRows } from '../requests.ts';
import type { Words } from '../words.ts';
import { BreakdownRows } from './breakdown-rows.tsx';
import styles from './cards.module.css';
import { type Dimension, tabNames } from './dimensions.ts';

interface AllRowsDialogProps {
  dimension: Dimension;
  scope: Scope;
  words: Words;
  onClose: () => void;
}

export function AllRowsDialog({ dimension, scope, words, onClose }: AllRowsDialogProps) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState('');
  const query = useAllRows(scope, dimension);
  const wanted = search.trim().toLocaleLowerCase();
  return (
    <Sheet title={i18n._(tabNames[dimension])} onClose={onClose}>
      <SearchField label={t`Search`} value={search} onChange={(event) => setSearch(event.target.value)} />
      <Numbers query={query} skeleton={<Skeleton height={400} />}>
        {({ dimensions: [found], total }) => {
          const { rows, keys } = found!;
          const [shown, all] = [words.number(rows.length), words.number(keys)];
          const matching = rows.filter(
            ({ key, name }) => words.name(dimension, key, name).toLocaleLowerCase().includes(wanted) || key === wanted,
          );
          return (
            <>
              {rows.length < keys && (
                <p className={styles.note}>
                  <Trans>
                    The {shown} largest of {all}. The CSV file has all of them.
                  </Trans>
                </p>
              )}
              {matching.length === 0 && (
                <p className={styles.nothing}>
                  <Trans>Nothing found.</Trans>
                </p>
              )}
              <BreakdownRows
                {...{ dimension, words }}
                rows={matching}
                total={dimension === 'kind' ? found!.total.visits : total.visits}
                onChoose={onClose}
              />
            </>
          );
        }}
      </Numbers>
    </Sheet>
  );
}
