// The cards below the chart, and the dimensions that each of them shows.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TimeDimension, VisitDimension } from '../../../../../contract/vocabulary.ts';

export type Dimension = VisitDimension | TimeDimension;

export interface CardOfDimensions {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly dimensions: readonly Dimension[];
  /** As wide as two. */
  readonly isWide?: boolean;
}

export const cards: readonly CardOfDimensions[] = [
  { id: 'sources', title: msg`Sources`, dimensions: ['referrer', 'app'] },
  {
    id: 'campaigns',
    title: msg`Campaigns`,
    dimensions: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  { id: 'places', title: msg`Places`, dimensions: ['country', 'city', 'language'], isWide: true },
  { id: 'devices', title: msg`Devices`, dimensions: ['device', 'browser', 'os'] },
  { id: 'times', title: msg`Times`, dimensions: ['hour', 'weekday'] },
  { id: 'bots', title: msg`Bots`, dimensions: ['kind'], isWide: true },
];

export const dimensions = cards.flatMap((card) => card.dimensions);

/** One value of it. */
export const dimensionNames: Readonly<Record<Dimension, MessageDescriptor>> = {
  referrer: msg`Referrer`,
  app: msg`App`,
  utm_campaign: msg`Campaign`,
  utm_source: msg`Source`,
  utm_medium: msg`Medium`,
  utm_term: msg`Term`,
  utm_content: msg`Content`,
  country: msg`Country`,
  city: msg`City`,
  language: msg`Language`,
  device: msg`Device`,
  browser: msg`Browser`,
  os: msg`System`,
  hour: msg`Hour`,
  weekday: msg`Weekday`,
  kind: msg`Kind`,
};

/** The tab that lists its values. */
export const tabNames: Readonly<Record<Dimension, MessageDescriptor>> = {
  ...dimensionNames,
  referrer: msg`Referrers`,
  app: msg`Apps`,
  country: msg`Countries`,
  city: msg`Cities`,
  language: msg`Languages`,
  device: msg`Devices`,
  browser: msg`Browsers`,
  os: msg`Systems`,
  hour: msg`Hours`,
  weekday: msg`Weekdays`,
};
