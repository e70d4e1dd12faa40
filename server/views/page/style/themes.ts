// Each theme has a file of its name, which is applied after the base and block styles.
import type { ThemeName } from '../../../../contract/page/themes.ts';
import { atelier } from './themes/atelier.ts';
import { aurora } from './themes/aurora.ts';
import { bubble } from './themes/bubble.ts';
import { bulletin } from './themes/bulletin.ts';
import { console } from './themes/console.ts';
import { gazette } from './themes/gazette.ts';
import { harbour } from './themes/harbour.ts';
import { herbarium } from './themes/herbarium.ts';
import { postcard } from './themes/postcard.ts';
import { poster } from './themes/poster.ts';
import { quiet } from './themes/quiet.ts';
import { signpost } from './themes/signpost.ts';
import { sunday } from './themes/sunday.ts';
import { velvet } from './themes/velvet.ts';

export const themeStyles: Record<ThemeName, string> = {
  atelier,
  aurora,
  bubble,
  bulletin,
  console,
  gazette,
  harbour,
  herbarium,
  postcard,
  poster,
  quiet,
  signpost,
  sunday,
  velvet,
};
