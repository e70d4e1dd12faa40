// The colours of a page where its content is on neither a panel nor a picture: on notices and on the share image.
import { contrast, type Hex, inkFor, visible } from '../../../../contract/page/colours.ts';
import type { Page } from '../../../../contract/page/page.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { type ThemeColours, themeColours } from './theme-colours.ts';

export type PageTheme = Pick<Page, 'customize' | 'background'>;

/** What would be on a panel has the colour of the panel as its background. */
export function plainColours({ customize, background }: PageTheme): ThemeColours {
  const isOfColours = background.type === 'solid' || background.type === 'gradient';
  const shown = isOfColours ? background : { ...background, type: null };
  const { ground, panel, ...colours } = themeColours({
    customize,
    background: shown,
    backgroundLayout: 'full',
    origin: '',
  });
  const fitted = ({ wash, ...palette }: Palette): Palette => {
    const bg = panel ? palette.surface : palette.bg;
    const isOnWash = wash && !panel && !ground;
    return { ...palette, bg, ...(isOnWash && { wash }), ...buttonOn(bg, palette, colours.hasOwnButtons) };
  };
  return {
    ...colours,
    first: fitted(colours.first),
    ...(colours.night && { night: fitted(colours.night) }),
    ...(ground && !panel && { ground }),
  };
}

/** A button that hardly differs from the background gets the colour of links. */
function buttonOn(bg: Hex, { button, buttonText, accent }: Omit<Palette, 'wash'>, isOwn: boolean) {
  if (isOwn || contrast(button, bg) >= visible) return { button, buttonText };
  return { button: accent, buttonText: inkFor([accent]) };
}
