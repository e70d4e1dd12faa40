// The numbers, with visits to show.
import { call } from '../own-calls.ts';
import type { DashboardSite } from '../site.ts';
import { press, type State, USERNAME } from './state.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** More than a card lists. */
const REFERRERS = 12;

async function visit({ pagesUrl, api }: DashboardSite, path: string): Promise<void> {
  for (let number = 1; number <= REFERRERS; number += 1) {
    const referer = `https://a-rather-long-name-of-a-site-${number}.example/`;
    await fetch(pagesUrl + path, { headers: { 'user-agent': FIREFOX, referer }, redirect: 'manual' });
  }
  await api.visits.aggregateAll();
}

export const statsStates: readonly State[] = [
  {
    name: 'stats-filtered',
    path: '/stats?browser=Firefox&range=7d',
    async reach({ tab }, site) {
      await visit(site, `/${USERNAME}`);
      await tab.reload();
      await press(tab, 'Show as table');
      await tab.getByRole('application').focus();
      await tab.keyboard.press('End');
      await tab.getByText('Not over yet').waitFor();
    },
  },
  {
    name: 'stats-all-rows',
    path: '/stats',
    async reach({ tab }) {
      await tab
        .getByRole('button', { name: /^Show all \d+ Referrers$/ })
        .first()
        .click();
      await tab.getByRole('dialog').getByLabel('Search').fill('example');
    },
  },
  {
    name: 'stats-dates',
    path: '/stats',
    async reach({ tab }) {
      await tab.getByLabel('Period', { exact: true }).selectOption('Choose dates…');
      await tab.getByRole('dialog', { name: 'Choose dates' }).waitFor();
    },
  },
  {
    name: 'stats-unique',
    path: '/stats',
    async reach({ tab }) {
      await press(tab, 'What does “Unique visitors” mean?');
      await tab.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'stats-link',
    path: '/stats',
    async reach(window, site) {
      const { tab } = window;
      const items = [{ link: 'https://signs.example/', slug: 'old-signs', content: { caption: 'Old signs' } }];
      await call(window, site, 'POST /blocks', { block: 'links', items });
      await visit(site, `/${USERNAME}/old-signs`);
      await tab.goto(`${site.url}/stats/old-signs`);
      await tab.getByRole('heading', { level: 1, name: 'Old signs' }).waitFor();
      await tab.getByRole('list', { name: 'Country' }).waitFor();
    },
  },
  {
    name: 'stats-shared',
    path: '/stats',
    async reach({ tab }) {
      await press(tab, 'Share statistics');
      const sheet = tab.getByRole('dialog', { name: 'Share statistics' });
      await sheet.getByLabel('Name').fill('A name that is so long that it does not fit into one line of the sheet');
      await press(sheet, 'Make a link');
      await sheet.getByText('The link works. Copy it now.').waitFor();
      await sheet
        .getByRole('button', { name: /^Stop sharing/ })
        .first()
        .click();
    },
  },
  {
    name: 'stats-nothing',
    path: '/stats?from=2001-01-01&to=2001-01-07',
    async reach({ tab }) {
      await tab.getByText('No visits in this period').waitFor();
    },
  },
];
