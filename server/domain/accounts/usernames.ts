// A username is the first segment of a path: plain ASCII, and not one of our own routes.
import { limits } from '../../../contract/limits.ts';
import { routeNames } from '../../../contract/route-names.ts';

const FORM = new RegExp(`^[a-z0-9_-]{${limits.usernameMin},${limits.usernameMax}}$`);

/** Planned routes, and names that could be used to impersonate the service. */
const reserved = new Set(
  `about abuse account accounts admin administrator app appeal assets auth billing blog contact dashboard demo-api explore
  favicon fingerpost help home i imprint invite join legal login logout mail me new null oauth operator p page pages
  plans press pricing privacy register report reset root search security settings signin signout signup static status
  support system team terms undefined upload uploads user users verify webhooks well-known www you`.split(/\s+/),
);

/** The normalized username; undefined if it is not a possible username. */
export function usernameIn(text: string): string | undefined {
  const name = text.toLowerCase();
  return FORM.test(name) ? name : undefined;
}

/** Why a username is not allowed; undefined if it is. */
export function usernameProblem(username: string): string | undefined {
  if (!FORM.test(username)) {
    return `The username must have ${limits.usernameMin} to ${limits.usernameMax} characters: lowercase letters a-z, digits, - and _.`;
  }
  if (routeNames.has(username) || reserved.has(username)) {
    return `The username "${username}" is reserved; choose another one.`;
  }
  return undefined;
}
