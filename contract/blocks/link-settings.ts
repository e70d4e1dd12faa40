import { msg } from '../messages.ts';
import { flag, instant, text } from './fields.ts';

/** A setting of every type: a block that is off is not on the page. */
export const commonSettings = { enabled: flag(true) };

/** Settings of a link, in any block. */
export const linkSettings = {
  enabled: flag(true),
  from: instant(),
  to: instant(),
  highlight: flag(false, { label: msg`Highlight`, hint: msg`Draws attention to it.` }),
  sensitive: flag(false, { label: msg`Sensitive`, hint: msg`Visitors are warned before they follow it.` }),
  /** The query string of the short URL is appended to the target. */
  pass_query: flag(false),
  language: text(35),
};
