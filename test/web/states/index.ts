// What screens show besides their first look: dialogs, lists that are not empty, errors. `npm run screens` draws them, and a
// test examines them, in this order. They add to what the account has, so that they work with the demo account too.
import { accountStates } from './account.ts';
import { appearanceStates } from './appearance.ts';
import { moreStates } from './more.ts';
import { pageStates } from './page.ts';
import { statsStates } from './stats.ts';

export { publicStates } from './public.ts';
export { type State, USERNAME } from './state.ts';

export const ownStates = [...pageStates, ...appearanceStates, ...statsStates, ...moreStates, ...accountStates];
