// Entries of forms that several types of block have.
import { msg } from '../messages.ts';
import type { FormEntry, ItemDefinition } from './definition.ts';

export const title: FormEntry = { kind: 'text', path: 'name', label: msg`Title` };
export const subtitle: FormEntry = { kind: 'text', path: 'subheading', label: msg`Line below the title` };

export const caption: FormEntry = { kind: 'text', path: 'content.caption', label: msg`Caption` };
export const slug: FormEntry = { kind: 'slug', path: 'slug', label: msg`Short address` };
export const schedule: FormEntry = { kind: 'schedule', path: 'settings', label: msg`Schedule` };
export const picture: FormEntry = { kind: 'picture', path: 'thumbnail', label: msg`Picture` };
export const link: FormEntry = { kind: 'link', path: 'link', label: msg`Link` };
export const alternative: FormEntry = {
  kind: 'text',
  path: 'content.alt',
  label: msg`Alternative text`,
  hint: msg`What the picture shows, for people who cannot see it.`,
};

/** Items of blocks of pictures. */
export const pictures: ItemDefinition<Record<never, never>> = {
  kind: 'picture',
  element: {},
  link: 'anywhere',
  form: [picture, alternative, caption, link, slug, 'settings.sensitive', schedule],
};

/** A video or a piece of music: pasted as an address. */
export const player: FormEntry = {
  kind: 'player',
  path: 'blocks.content',
  label: msg`Address`,
  hint: msg`Copy it from the browser or the app.`,
};
