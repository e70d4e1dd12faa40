// A username is a part of an address, so it is plain ASCII, and no name that an address of ours begins with.
import { limits } from '../../../contract/limits.ts';
import { routeNames } from '../../../contract/route-names.ts';

const FORM = new RegExp(`^[a-z0-9_-]{${limits.usernameMin},${limits.usernameMax}}$`);

/** Addresses that are planned, and names under which an impostor could pass for the service. */
const held = new Set(
  `about abuse account accounts admin administrator app assets auth billing blog contact dashboard demo-api explore
  favicon fingerpost help home i imprint invite join legal login logout mail me new null oauth page pages plans press
  pricing privacy register reset root search security settings signin signout signup static status support system team
  terms undefined upload uploads user users verify webhooks well-known www`.split(/\s+/),
);

/** The name in the form that accounts have it in; undefined where no account can have such a one. */
export function usernameIn(text: string): string | undefined {
  const name = text.toLowerCase();
  return FORM.test(name) ? name : undefined;
}

/** What is wrong with a username, in a sentence; undefined where nothing is. */
export function usernameProblem(username: string): string | undefined {
  if (!FORM.test(username)) {
    return `The username must have ${limits.usernameMin} to ${limits.usernameMax} characters: lowercase letters a-z, digits, - and _.`;
  }
  if (routeNames.has(username) || held.has(username)) {
    return `The username "${username}" is reserved; choose another one.`;
  }
  return undefined;
}
