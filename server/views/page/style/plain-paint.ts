// The colours of a page where its content is on neither a panel nor a picture: on notices and on the share image.
import { contrast, type Hex, inkFor, visible } from '../../../../contract/page/colours.ts';
import type { Page } from '../../../../contract/page/page.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { type Paint, paintOf } from './paint.ts';

export type PageLook = Pick<Page, 'customize' | 'background'>;

/** What would be on a panel has the colour of the panel as its background. */
export function plainPaint({ customize, background }: PageLook): Paint {
  const isOfColours = background.type === 'solid' || background.type === 'gradient';
  const shown = isOfColours ? background : { ...background, type: null };
  const { ground, panel, ...paint } = paintOf({ customize, background: shown, backgroundLayout: 'full', origin: '' });
  const fitted = ({ wash, ...palette }: Palette): Palette => {
    const bg = panel ? palette.surface : palette.bg;
    const isOnWash = wash && !panel && !ground;
    return { ...palette, bg, ...(isOnWash && { wash }), ...buttonOn(bg, palette, paint.hasOwnButtons) };
  };
  return {
    ...paint,
    first: fitted(paint.first),
    ...(paint.night && { night: fitted(paint.night) }),
    ...(ground && !panel && { ground }),
  };
}

/** A button that hardly differs from the background gets the colour of links. */
function buttonOn(bg: Hex, { button, buttonText, accent }: Omit<Palette, 'wash'>, isOwn: boolean) {
  if (isOwn || contrast(button, bg) >= visible) return { button, buttonText };
  return { button: accent, buttonText: inkFor([accent]) };
}
