// The enumerations that API, page and dashboard share.

export { type BlockType, blockTypes } from './blocks/index.ts';
export { type PixelType, pixelTypes } from './pixels/index.ts';

export const backgroundTypes = ['solid', 'gradient', 'image', 'video'] as const;
export const backgroundSources = ['upload', 'external'] as const;
/** Where the content is on a background picture or video: on the picture itself, or on a panel in front of it. */
export const backgroundLayouts = ['full', 'panel'] as const;
export type BackgroundLayout = (typeof backgroundLayouts)[number];
export const radii = ['square', 'soft', 'round', 'pill'] as const;
export const alignments = ['left', 'center', 'right'] as const;

export const durations = ['month', 'year', 'once'] as const;
export type Duration = (typeof durations)[number];
export const gateways = ['manual', 'stripe'] as const;

/** Formats that can be imported. */
export const foreignFormats = ['linktree', 'linkstack', 'bookmarks', 'links'] as const;

export const keyScopes = ['read', 'write'] as const;
export type KeyScope = (typeof keyScopes)[number];

export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Properties of a visit beside location, browser and operating system. */
export const visitTraits = ['device', 'referrer', 'app', 'language', ...campaignNames] as const;

/** Dimensions of analytics. `kind` is for requests that are not visits: bots, link previews, prefetches and HEAD requests. */
export const visitDimensions = ['country', 'city', 'os', 'browser', ...visitTraits, 'kind'] as const;
export type VisitDimension = (typeof visitDimensions)[number];

/** Dimensions of time: when visits happened, in a time zone. */
export const timeDimensions = ['hour', 'weekday'] as const;
export type TimeDimension = (typeof timeDimensions)[number];

export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];
