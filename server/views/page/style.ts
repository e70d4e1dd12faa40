// The style sheet of a page: the base styles, its theme, and the styles of its blocks only.
import type { Page } from '../../../contract/page/page.ts';
import { themeNamed } from '../../../contract/page/themes.ts';
import { blockStyles } from './blocks.ts';
import { directionOfPage } from './direction.ts';
import { headerStyle } from './header.ts';
import { backgroundLayerStyle } from './pictures/background-layer.ts';
import { bones } from './style/bones.ts';
import { fontFaces, preloads } from './style/faces.ts';
import { panelStyle } from './style/panel.ts';
import { themeColours } from './style/theme-colours.ts';
import { themeStyles } from './style/themes.ts';
import { tokens } from './style/tokens.ts';

export interface RootAttributes {
  /** Classes of the html element. */
  classes: string;
  dir: 'ltr' | 'rtl';
  /** Fonts to preload. */
  fonts: { href: string }[];
}

export function rootAttributes(page: Page): RootAttributes {
  const { theme, bio_align } = page.customize;
  const align = ['left', 'right'].includes(bio_align) ? bio_align : 'center';
  const { hasOwnButtons, panel, scrim } = themeColours(page);
  const onPicture = scrim === undefined ? '' : ' on-picture';
  return {
    classes: `t-${themeNamed(theme).name} a-${align}${hasOwnButtons ? ' own-buttons' : ''}${panel ? ' panelled' : ''}${onPicture}`,
    dir: directionOfPage(page),
    fonts: preloads(page),
  };
}

export function pageStyle(page: Page): string {
  const { name } = themeNamed(page.customize.theme);
  const colours = themeColours(page);
  const parts = [
    fontFaces(page),
    tokens(page, colours),
    bones,
    headerStyle(page),
    blockStyles(page),
    panelStyle(colours),
    themeStyles[name],
    backgroundLayerStyle(page),
  ];
  return parts.filter((part) => part !== '').join('\n');
}
