// Filtered reads of everything that is stored: their cost depends on the number of visits.
import type { Read } from './asking.ts';

const three = { country: 'de', browser: 'Chrome', device: 'Phone' };

export const filteredReads: readonly Read[] = [
  { path: '/analytics/breakdown', parameters: { dimension: 'city', country: 'de' }, isFiltered: true },
  { path: '/analytics/breakdown', parameters: { dimension: 'referrer', country: 'de' }, isFiltered: true },
  { path: '/analytics/breakdown', parameters: { dimension: 'city', ...three }, isFiltered: true },
  { path: '/analytics/events', parameters: three, isFiltered: true },
];
