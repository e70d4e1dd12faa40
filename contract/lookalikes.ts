// Usernames that are easily mistaken for one another have the same skeleton, as in Unicode Technical Standard 39. Its table
// of confusable characters is mostly about other scripts; usernames have only a-z, 0-9, - and _, of which these few look
// alike in common typefaces.

const confusables: readonly [string, string][] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['_', '-'],
];

export function usernameSkeleton(username: string): string {
  return confusables.reduce((text, [seen, as]) => text.replaceAll(seen, as), username);
}
