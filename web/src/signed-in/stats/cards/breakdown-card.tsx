// A card with one or several dimensions as tabs. A value that is clicked filters the whole screen.
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Breakdowns } from '../../../../../clients/typescript/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Tabs } from '../../../design/content/tabs.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { CsvButton } from '../csv-button.tsx';
import { LocationCredit } from '../location-credit.tsx';
import { Numbers } from '../numbers.tsx';
import { type Scope, SHOWN_ROWS } from '../requests.ts';
import type { Words } from '../words.ts';
import { AllRowsDialog } from './all-rows-dialog.tsx';
import { BreakdownRows } from './breakdown-rows.tsx';
import styles from './cards.module.css';
import { CountryMap } from './country-map.tsx';
import { type CardOfDimensions, type Dimension, tabNames } from './dimensions.ts';
import { HourColumns } from './hour-columns.tsx';

interface BreakdownCardProps {
  card: CardOfDimensions;
  query: UseQueryResult<Breakdowns>;
  scope: Scope;
  words: Words;
}

/** About as high as ten rows. */
const HEIGHT = 400;

export function BreakdownCard({ card, query, scope, words }: BreakdownCardProps) {
  const { i18n } = useLingui();
  const title = i18n._(card.title);
  return (
    <Card title={title}>
      <Numbers query={query} skeleton={<Skeleton height={HEIGHT} />}>
        {(data) =>
          card.dimensions.length === 1 ? (
            <Breakdown dimension={card.dimensions[0]!} {...{ data, scope, words }} />
          ) : (
            <Tabs
              label={title}
              tabs={card.dimensions.map((dimension) => ({
                id: dimension,
                title: i18n._(tabNames[dimension]),
                content: <Breakdown {...{ dimension, data, scope, words }} />,
              }))}
            />
          )
        }
      </Numbers>
      {card.id === 'places' && <LocationCredit />}
    </Card>
  );
}

interface BreakdownProps {
  dimension: Dimension;
  data: Breakdowns;
  scope: Scope;
  words: Words;
}

function Breakdown({ dimension, data, scope, words }: BreakdownProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const found = data.dimensions.find((one) => one.dimension === dimension);
  const name = i18n._(tabNames[dimension]);
  if (!found || found.total.visits === 0) return <p className={styles.nothing}>{emptyText()}</p>;
  const { rows, keys, total } = found;
  // Bots are no visits, so their share is that of all bots.
  const of = dimension === 'kind' ? total.visits : data.total.visits;
  return (
    <div className={styles.breakdown}>
      {dimension === 'hour' ? (
        <HourColumns rows={rows} total={of} words={words} />
      ) : dimension === 'country' ? (
        <div className={styles.mapped}>
          <BreakdownRows {...{ dimension, rows, words }} total={of} />
          <CountryMap {...{ scope, rows, words }} isWhole={keys <= rows.length} />
        </div>
      ) : (
        <BreakdownRows {...{ dimension, rows, words }} total={of} />
      )}
      <div className={styles.foot}>
        {keys > SHOWN_ROWS && dimension !== 'hour' && (
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            {t`Show all ${words.number(keys)}`}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <CsvButton scope={scope} table={dimension} name={name} />
      </div>
      {isOpen && <AllRowsDialog {...{ dimension, scope, words }} onClose={() => setOpen(false)} />}
    </div>
  );

  function emptyText(): string {
    if (dimension.startsWith('utm_'))
      return t`No visits with this part of a campaign. Add utm_source, utm_medium and utm_campaign to the addresses that you share.`;
    if (dimension === 'app') return t`No visits from inside an app.`;
    if (dimension === 'kind') return t`No bots.`;
    return t`Nothing in this period.`;
  }
}
