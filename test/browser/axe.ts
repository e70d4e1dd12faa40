// What axe finds wrong with a page, by the rules of WCAG 2.2 AA and by good practice.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page as Tab } from 'playwright-core';

/** The shorter form of the same: every page has to read it anew. */
export const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const schemes = ['light', 'dark'] as const;
/** What depends on nothing else is the same in either scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** In the light and in the dark. */
export async function violationsInSchemes(tab: Tab): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await tab.emulateMedia({ colorScheme });
    const rules = colorScheme === 'light' ? tags : colourRules;
    found.push(...(await violations(tab, rules)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** `rule: element and why`, for each. */
export async function violations(tab: Tab, rules: readonly string[] = tags): Promise<string[]> {
  const isThere = await tab.evaluate('typeof axe === "object"');
  if (!isThere) await tab.evaluate(source);
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`;
  const { violations: found } = (await tab.evaluate(run)) as axe.AxeResults;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
