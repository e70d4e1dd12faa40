// The attribution that the licence of the location data requires wherever countries and cities are shown.
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LocationData } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import styles from './location-credit.module.css';

const locationDataQuery = queryOptions({
  queryKey: ['location-data'],
  queryFn: ({ signal }) => api.analytics.getLocationData({ signal }),
  // It changes when the operator installs another file.
  staleTime: Number.POSITIVE_INFINITY,
});

export function LocationCredit() {
  const { data } = useQuery(locationDataQuery);
  return data ? <LocationCreditLine {...data} /> : null;
}

export function LocationCreditLine({ licence, attribution }: LocationData) {
  if (!attribution || !licence) return null;
  const source = (
    <a href={attribution.url} target="_blank" rel="noreferrer">
      {attribution.text}
    </a>
  );
  const terms = (
    <a href={licence.url} target="_blank" rel="noreferrer">
      {licence.name}
    </a>
  );
  return (
    <p className={styles.credit}>
      <Trans>
        Countries and cities: {source} ({terms})
      </Trans>
    </p>
  );
}
