// The violations that axe finds on a page, by WCAG 2.2 AA and best practice.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page as Tab } from 'playwright-core';

/** The minified build, because every page parses it again. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const schemes = ['light', 'dark'] as const;
/** Only these rules depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Violations in light and dark mode: on the whole page, or within an element. */
export async function violationsInSchemes(tab: Tab, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await tab.emulateMedia({ colorScheme });
    const rules = colorScheme === 'light' ? tags : colourRules;
    found.push(...(await violations(tab, rules, within)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** Violations as `rule: element and reason`. */
export async function violations(tab: Tab, rules: readonly string[] = tags, within?: string): Promise<string[]> {
  const isLoaded = await tab.evaluate('typeof axe === "object"');
  if (!isLoaded) await tab.evaluate(source);
  // Frames have no axe in them; it would wait half a second for an answer of each.
  const options = { runOnly: rules, resultTypes: ['violations'], iframes: false };
  const run = `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)})`;
  const { violations: found } = (await tab.evaluate(run)) as axe.AxeResults;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
