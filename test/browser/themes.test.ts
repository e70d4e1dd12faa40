// Every theme by day and by night, as those find it who need it to be well made: no violation that axe knows of.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Page as Tab } from 'playwright-core';
import { themes } from '../../contract/page/themes.ts';
import { samplePage } from '../support/sample-page.ts';
import { suiteScope } from '../support/server.ts';
import { type House, openHouse } from './house.ts';
import { sidewaysScroll, unmarked } from './looking.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

describe('a theme', () => {
  const scope = suiteScope();
  let house: House;
  before(async () => {
    house = await openHouse(
      scope,
      themes.map(({ name }) => ({ ...samplePage({ username: `theme-${name}` }), customize: { theme: name } })),
    );
  });

  for (const { name } of themes) {
    it(`shuts nobody out: ${name}`, async () => {
      const window = await house.browser.open();
      await window.tab.goto(`${house.server.url}/theme-${name}`);
      await window.tab.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await window.tab.emulateMedia({ colorScheme });
        assert.equal(await sidewaysScroll(window.tab), 0);
        assert.deepEqual(await violations(window.tab), [], `${name}, ${colorScheme}`);
      }
      await window.tab.keyboard.press('Tab');
      assert.deepEqual(await unmarked(window.tab), [], 'where the focus is cannot be seen');
      assert.deepEqual([window.forbidden, window.errors, window.foreign], [[], [], []]);
      await window.close();
    });
  }
});

/** `rule: element, element` for each. */
async function violations(tab: Tab): Promise<string[]> {
  const script = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`;
  const { violations: found } = (await tab.evaluate(script)) as axe.AxeResults;
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('\n')}`,
  );
}
