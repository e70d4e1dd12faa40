// Example responses that are lists: the records of the example account, with `meta`.
import { limits } from '../../../../contract/limits.ts';
import { metaOf } from '../listing.ts';
import { activities, key, plan, share } from './example-account/account.ts';
import { version } from './example-account/document.ts';
import { EXAMPLE_ORIGIN } from './example-account/identity.ts';
import { blocks, entries, links, pixel, upload } from './example-account/page.ts';
import { countries, eventsSince, linkFigures, visits } from './example-account/statistics.ts';
import { exampleIdAt } from './example-parameters.ts';

/** By `operationId`. */
const lists: Readonly<Record<string, readonly object[]>> = {
  listBlocks: blocks,
  listBlockEntries: entries,
  listLinks: links,
  listPageVersions: [version],
  listUploads: [upload],
  listPixels: [pixel],
  listPlanHistory: [plan],
  listActivities: activities,
  listKeys: [key],
  listShares: [share],
  listLinkFigures: linkFigures,
  listBreakdown: countries,
  listVisits: visits,
};

export function exampleList(path: string, operationId: string): object | undefined {
  const records = lists[operationId];
  if (!records) return undefined;
  const url = EXAMPLE_ORIGIN + path.replace(/\{(\w+)\}/g, (_, name: string) => String(exampleIdAt(path, name)));
  const size = { shown: records.length, total: records.length };
  const meta = metaOf(url, { page: 1, size: limits.defaultPageSize }, size);
  return {
    status: true,
    response: records,
    meta: operationId === 'listVisits' ? { ...meta, events_since: eventsSince } : meta,
  };
}
