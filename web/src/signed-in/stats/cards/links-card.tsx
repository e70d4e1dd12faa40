// The links of the page, most clicked first. Each leads to its own screen.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { LinkFigures } from '../../../../../clients/typescript/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { SearchField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/overlays/dialog.tsx';
import { captionOf, targetOf } from '../../page/list/row-names.ts';
import { blocksQuery } from '../../queries.ts';
import { changeOf } from '../change.ts';
import { CsvButton } from '../csv-button.tsx';
import { ChangeText } from '../figures.tsx';
import { Numbers } from '../numbers.tsx';
import { type Scope, SHOWN_ROWS, useLinks } from '../requests.ts';
import { formatView } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './cards.module.css';

interface LinksCardProps {
  scope: Scope;
  /** All clicks of the period, for the shares. */
  clicks: number;
  /** Whether the period before is known as well. */
  isComparable: boolean;
  words: Words;
}

export function LinksCard({ scope, clicks, isComparable, words }: LinksCardProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const query = useLinks(scope, SHOWN_ROWS);
  return (
    <Card title={t`Links`}>
      <Numbers query={query} skeleton={<Skeleton height={300} />}>
        {({ records, meta }) => {
          const count = meta.total;
          if (records.length === 0) {
            return (
              <p className={styles.nothing}>
                <Trans>There are no links on your page yet.</Trans>
              </p>
            );
          }
          return (
            <>
              <LinkTable {...{ scope, clicks, isComparable, words }} rows={records} />
              <div className={styles.foot}>
                {meta.total > SHOWN_ROWS && (
                  <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
                    {plural(count, { one: 'Show # link', other: 'Show all # links' })}
                  </Button>
                )}
                <CsvButton scope={scope} table="links" name={t`Links`} />
              </div>
            </>
          );
        }}
      </Numbers>
      {isOpen && <AllLinks {...{ scope, clicks, isComparable, words }} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** By the id of the link. Links that were deleted have none. */
function useCaptions(): ReadonlyMap<number, string> {
  const { data } = useQuery(blocksQuery);
  return useMemo(() => {
    const items = (data?.records ?? []).flatMap((block) => block.items);
    return new Map(items.map((item) => [item.id, captionOf(item)]));
  }, [data]);
}

function AllLinks({ scope, clicks, isComparable, words, onClose }: LinksCardProps & { onClose: () => void }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const captions = useCaptions();
  const query = useLinks(scope, 250);
  const wanted = search.trim().toLocaleLowerCase();
  const matches = ({ id, slug, link }: LinkFigures) =>
    [slug, link, captions.get(id) ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted));
  return (
    <Dialog title={t`Links`} kind="sheet" onClose={onClose}>
      <SearchField label={t`Search`} value={search} onChange={(event) => setSearch(event.target.value)} />
      <Numbers query={query} skeleton={<Skeleton height={400} />}>
        {({ records }) => <LinkTable {...{ scope, clicks, isComparable, words }} rows={records.filter(matches)} />}
      </Numbers>
    </Dialog>
  );
}

function LinkTable({ scope, clicks, isComparable, words, rows }: LinksCardProps & { rows: readonly LinkFigures[] }) {
  const { t } = useLingui();
  const captions = useCaptions();
  const search = formatView({ ...scope.view, metric: 'visits' });
  const isCompared = isComparable && rows.some(({ compare }) => compare);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on phones.
    <section className={styles.links} aria-label={t`Table of links`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Link`}</th>
            <th scope="col">{t`Clicks`}</th>
            <th scope="col">{t`Share of all`}</th>
            <th scope="col">{t`Unique`}</th>
            <th scope="col">{t`Impressions`}</th>
            <th scope="col">{t`Click-through`}</th>
            {isCompared && <th scope="col">{t`Trend`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, slug, link, visits, unique, impressions, compare }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={`/stats/${encodeURIComponent(slug)}${search}`}>
                  <span className={styles.caption} dir="auto">
                    {captions.get(id) || slug}
                  </span>
                  <span className={styles.target} dir="auto">
                    {targetOf(link)}
                  </span>
                </Link>
              </th>
              <td>{words.number(visits)}</td>
              <td>{words.percent(clicks === 0 ? 0 : visits / clicks)}</td>
              <td>{words.number(unique)}</td>
              <td>{words.figure('impressions', impressions)}</td>
              <td>{words.figure('click_through', impressions ? visits / impressions : null)}</td>
              {isCompared && (
                <td>
                  <ChangeText change={changeOf(visits, compare?.visits)} metric="clicks" words={words} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
