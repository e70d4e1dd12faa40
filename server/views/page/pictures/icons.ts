// Line icons in the colour of the text beside them. They are decorative, so they are hidden from screen readers.
import { type Html, html } from '../../html.ts';
import { socialDrawings } from './social-icons.ts';

const drawings = {
  ...socialDrawings,
  play: html`<path class="f" d="M8 5v14l11-7Z"/>`,
  download: html`<path d="M12 4v11m-5-4.5 5 5 5-5M5 20h14"/>`,
  sensitive: html`<path d="m4 4 16 16M9.9 6A9.6 9.6 0 0 1 21 12a12 12 0 0 1-2.6 3.4M6.4 7.4A12 12 0 0 0 3 12a9.7 9.7 0 0 0 11.6 5.6"/>`,
  phone: html`<path d="M6 3.5h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2Z"/>`,
  pin: html`<path d="M12 21.5S5 15 5 9.5a7 7 0 0 1 14 0c0 5.5-7 12-7 12Z"/><circle cx="12" cy="9.5" r="2.5"/>`,
  person: html`<circle cx="12" cy="8" r="4"/><path d="M4 20.5a8 8 0 0 1 16 0"/>`,
};

export type IconName = keyof typeof drawings;

export function icon(name: IconName): Html {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${drawings[name]}</svg>`;
}
