import { useLingui } from '@lingui/react/macro';
import { useContext, useMemo, useRef } from 'react';
import type { DimensionKey } from '../../../../../clients/typescript/index.ts';
import { dotted } from '../../../isolation.ts';
import { PictureMenu } from '../export/picture-menu.tsx';
import { WorldMap } from '../map/world-map.tsx';
import { ViewOfStats } from '../numbers.tsx';
import { captionFor, fileName, type Scope, useAllRows } from '../requests.ts';
import { withFilter, withoutFilter } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './cards.module.css';

interface CountryMapProps {
  scope: Scope;
  /** The largest countries. */
  rows: readonly DimensionKey[];
  /** These are all of them. */
  isWhole: boolean;
  words: Words;
}

/** Beside the list: all countries, and a click is a filter as well. */
export function CountryMap({ scope, rows, isWhole, words }: CountryMapProps) {
  const { t } = useLingui();
  const { view, change } = useContext(ViewOfStats);
  const svg = useRef<SVGSVGElement>(null);
  const { data } = useAllRows(scope, 'country', !isWhole);
  const all = (isWhole ? undefined : data?.dimensions[0]?.rows) ?? rows;
  const values = useMemo(() => new Map(all.map(({ key, visits }) => [key.toUpperCase(), visits])), [all]);
  const label = scope.slug === undefined ? t`Visits by country` : t`Clicks by country`;
  const choose = (iso: string) => {
    const key = iso.toLowerCase();
    change(view.filters.country === key ? withoutFilter(view, 'country') : withFilter(view, 'country', key));
  };
  return (
    <div className={styles.map}>
      <WorldMap ref={svg} {...{ values, label }} selected={view.filters.country?.toUpperCase()} onSelect={choose} />
      <div className={styles.mapMenu}>
        <PictureMenu
          svg={() => svg.current}
          name={fileName(scope, 'country')}
          caption={dotted([label, captionFor(scope, words)])}
        />
      </div>
    </div>
  );
}
