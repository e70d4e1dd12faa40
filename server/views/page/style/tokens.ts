// The custom properties that all rules use. Owners' values are parsed colours or enum values, so no input is written
// into the style sheet.
import type { Page } from '../../../../contract/page/page.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { facesOf, familyOf } from './faces.ts';
import type { ThemeColours } from './theme-colours.ts';

/** Radius of buttons and cards; radius of small and nested elements. */
const radii: Record<string, readonly [string, string]> = {
  square: ['0px', '0px'],
  soft: ['.75rem', '.5rem'],
  round: ['1.25rem', '.75rem'],
  pill: ['2rem', '1rem'],
};

export function tokens(page: Pick<Page, 'customize'>, { first, night, isDark }: ThemeColours): string {
  const { text, display } = facesOf(page);
  const [radius, small] = radii[page.customize.radius] ?? radii.soft!;
  const scheme = night ? 'light dark' : isDark ? 'dark' : 'light';
  const shape = `--radius:${radius};--radius-small:${small};--shadow:none;--gap:1.75rem;--width:36rem`;
  const type = `--font:${familyOf(text)};--font-display:${familyOf(display)}`;
  const line = '--line:color-mix(in srgb,var(--text) 16%,transparent)';
  const byDay = `:root{color-scheme:${scheme};${colours(first)};${line};${shape};${type}}`;
  return night ? `${byDay}\n@media (prefers-color-scheme:dark){:root{${colours(night)}}}` : byDay;
}

function colours({ bg, wash, surface, text, muted, accent, button, buttonText, border }: Palette): string {
  const washes = wash ? `;--wash-1:${wash[0]};--wash-2:${wash[1]}` : '';
  return `--bg:${bg}${washes};--surface:${surface};--text:${text};--muted:${muted};--accent:${accent};--button:${button};--button-text:${buttonText};--border:${border}`;
}
