import './theme-fonts.css';
import { findFont } from '../../../../contract/page/fonts.ts';

const stacks = {
  sans: 'system-ui, sans-serif',
  serif: 'Georgia, serif',
  mono: 'ui-monospace, monospace',
  hand: 'cursive',
};

/** The value of `font-family` that shows a font of pages in the dashboard. */
export function fontFamily(name: string): string {
  const font = findFont(name);
  const stack = stacks[font?.kind ?? 'sans'];
  return font?.files ? `"Look ${name}", ${stack}` : stack;
}
