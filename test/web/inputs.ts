// How somebody uses the dashboard: with a mouse alone, or with a keyboard alone. Text arrives at once either way.
import assert from 'node:assert/strict';
import type { Locator, Page as Tab } from 'playwright-core';

export interface Input {
  /** A button or a link. */
  press(control: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** One of a group of radio buttons. */
  pick(radio: Locator): Promise<void>;
}

/** More than any screen has controls. */
const MAX_TABS = 120;
/** More than any group has choices. */
const MAX_ARROWS = 30;

export function mouse(tab: Tab): Input {
  return {
    press: (control) => control.click(),
    async type(field, text) {
      await field.click({ clickCount: 3 });
      await tab.keyboard.insertText(text);
    },
    // Beside its circle, where people press: the picture of a theme belongs to its label.
    pick: (radio) => radio.locator('xpath=ancestor::label').click(),
  };
}

export function keyboard(tab: Tab): Input {
  const press = (key: string) => tab.keyboard.press(key);

  async function moveTo(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' });
    const key = (await isBehind(control)) ? 'Shift+Tab' : 'Tab';
    for (let tabs = 0; !(await isFocused(control)); tabs += 1) {
      assert.ok(tabs < MAX_TABS, `${control} has no focus after ${MAX_TABS} times ${key}`);
      await press(key);
    }
    await seesFocus(control);
  }

  return {
    async press(control) {
      await moveTo(control);
      await press('Enter');
    },
    async type(field, text) {
      await moveTo(field);
      await press('Control+a');
      await tab.keyboard.insertText(text);
    },
    async pick(radio) {
      const name = await radio.getAttribute('name');
      await moveTo(tab.locator(`input[name="${name}"]:checked`));
      for (let arrows = 0; !(await radio.isChecked()); arrows += 1) {
        assert.ok(arrows < MAX_ARROWS, `${radio} is not chosen after ${MAX_ARROWS} arrows`);
        await press('ArrowRight');
      }
      await seesFocus(radio);
    },
  };
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** In the order of the document, where people press Shift and Tab to get there. */
function isBehind(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { activeElement } = element.ownerDocument;
    return Boolean(activeElement && element.compareDocumentPosition(activeElement) & 4);
  });
}

/** The control is in sight and has an outline: its own, that of the box around it, or that of its label's text. */
async function seesFocus(control: Locator): Promise<void> {
  const seen = await control.evaluate(outlined);
  assert.ok(seen.isOutlined, `${control} shows no focus`);
  assert.ok(seen.isInSight, `${control} has the focus out of sight`);
}

interface FocusedElement {
  readonly parentElement: FocusedElement | null;
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(element: unknown): Outline; innerHeight: number };
  };
  closest(selector: string): FocusedElement | null;
  querySelectorAll(selector: string): Iterable<FocusedElement>;
  getBoundingClientRect(): { top: number; bottom: number };
}

interface Outline {
  readonly outlineStyle: string;
  readonly outlineWidth: string;
}

/** Runs in the page. */
function outlined(control: unknown): { isOutlined: boolean; isInSight: boolean } {
  const element = control as FocusedElement;
  const { defaultView: view } = element.ownerDocument;
  const label = element.closest('label');
  const parts = [element, element.parentElement, label, ...(label ? label.querySelectorAll('*') : [])];
  const isOutlined = parts.some((part) => {
    if (!part) return false;
    const { outlineStyle, outlineWidth } = view.getComputedStyle(part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const { top, bottom } = (label ?? element).getBoundingClientRect();
  return { isOutlined, isInSight: bottom > 0 && top < view.innerHeight };
}
