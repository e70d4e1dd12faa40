// What is said about a field.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { becomes } from './visitors.ts';

/** The text that belongs to the field for everybody: below it on the screen, and read out with it. */
export async function describedAs(field: Locator, text: string | RegExp): Promise<void> {
  await becomes(async () => {
    const ids = (await field.getAttribute('aria-describedby')) ?? '';
    const said = await field.page().locator(`[id="${ids}"]`).innerText();
    if (typeof text === 'string') assert.equal(said.trim(), text);
    else assert.match(said, text);
  });
}
