// The target of a link, and whether it can be followed now.
import { blockShapes } from '../../../contract/page/block-shapes.ts';
import { parseStored } from '../../../contract/page/reading.ts';
import { linkTarget } from '../../../contract/page/targets.ts';
import type { LinkState } from '../../../contract/schemas/links.ts';
import { instantIn, type Micros } from '../../../contract/time.ts';
import { findStoredLink, type StoredLink } from '../../storage/page/links.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { type AccountCache, createAccountCache } from '../account-cache.ts';
import { isBlockOn } from '../page/block-state.ts';
import { storedJson } from '../stored-json.ts';

export interface Link {
  id: number;
  slug: string;
  /** Normalized; undefined if it is not a safe target. */
  target: string | undefined;
  isDeleted: boolean;
  isEnabled: boolean;
  from: Micros | null;
  to: Micros | null;
  isSensitive: boolean;
  passesQuery: boolean;
}

export interface Links {
  /** From the cache only: a shortcut for `find`. */
  known(accountId: number, slug: string): Link | undefined;
  find(accountId: number, slug: string): Promise<Link | undefined>;
  figures: AccountCache<string, Link>['figures'];
}

const MAX_BYTES = 64 * 1024 * 1024;

export function createLinks(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): Links {
  const { freshness, isUnavailable } = store;
  const links = createAccountCache<string, Link>({
    freshness,
    mostBytes: MAX_BYTES,
    bytesOf: ({ slug, target = '' }) => 2 * (slug.length + target.length),
  });
  const nameOf = (accountId: number, slug: string) => `${accountId} ${slug}`;
  return {
    known: (accountId, slug) => links.get(nameOf(accountId, slug)),
    async find(accountId, slug) {
      const name = nameOf(accountId, slug);
      const known = links.get(name);
      if (known) return known;
      async function read(): Promise<Link | undefined> {
        const row = await findStoredLink(store.read, accountId, slug);
        return row && linkOf(row);
      }
      return links.orLast(name, () => links.make(name, accountId, read), isUnavailable);
    },
    figures: links.figures,
  };
}

export function linkOf(row: StoredLink): Link {
  const settings = parseStored(blockShapes.links.item.settings, storedJson(row.settings));
  return {
    id: row.id,
    slug: row.slug,
    target: linkTarget(row.url),
    isDeleted: row.deletedAt !== null,
    isEnabled: settings.enabled && isBlockOn({ settings: row.blockSettings }),
    from: instantIn(settings.from),
    to: instantIn(settings.to),
    isSensitive: settings.sensitive,
    passesQuery: settings.pass_query,
  };
}

export function linkState(link: Link, clock: Clock): LinkState {
  if (link.isDeleted) return 'deleted';
  if (!link.isEnabled) return 'off';
  if (link.to !== null && link.to <= clock()) return 'over';
  if (link.from !== null && link.from > clock()) return 'early';
  return link.target === undefined ? 'nowhere' : 'on';
}

/**
 * The target with the parameters of the visit's query string. Parameters of the target win, and nothing but the query
 * changes. mailto: and tel: targets get none.
 */
export function targetFor({ target = '', passesQuery }: Link, query: string): string {
  if (!passesQuery || query === '' || !/^https?:/.test(target)) return target;
  const url = new URL(target);
  const added = new URLSearchParams(query);
  for (const name of new Set(url.searchParams.keys())) added.delete(name);
  if (added.size > 0) url.search = url.search === '' ? `${added}` : `${url.search}&${added}`;
  return url.href;
}
