// What a state is, and what all of them use.
import type { Page as Tab } from 'playwright-core';
import type { Window } from '../../support/browser.ts';
import type { DashboardSite } from '../site.ts';

export interface State {
  name: string;
  path: string;
  /** From the screen that has just been opened. */
  reach(window: Window, site: DashboardSite): Promise<void>;
}

/** Of the account that the states belong to; its password is `PASSWORD`. */
export const USERNAME = 'demo';

export function press(container: Pick<Tab, 'getByRole'>, name: string): Promise<void> {
  return container.getByRole('button', { name, exact: true }).click();
}
