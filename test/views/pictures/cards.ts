// The share card of a page with the given values.
import type { Page } from '../../../contract/page/page.ts';
import { shareCardOf } from '../../../server/views/page/share-card.ts';
import type { ShareCard } from '../../../server/views/pictures/share-card.ts';
import { pageModel } from '../page/page-model.ts';

export function cardOf(given: Partial<Page> = {}): ShareCard {
  return shareCardOf(pageModel({ name: 'Ada Lovelace', bio: 'First programs.', ...given }));
}
