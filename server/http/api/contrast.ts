// The contrast of the chosen colours, and the colours that the page shows instead if it is too low.
import type { Static } from 'typebox';
import { type Appearance, contrastsOf } from '../../../contract/page/contrast.ts';
import type { ContrastPair } from '../../../contract/schemas/sections.ts';
import { pageOptions } from '../../domain/page/page-options.ts';
import { pageSettings } from '../../domain/page/page-settings.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { themeColours } from '../../views/page/style/theme-colours.ts';

export function appearanceOf(account: AccountRow): Appearance {
  const { customize, background } = pageSettings(account);
  return { customize, background, backgroundLayout: pageOptions(account.page_options).backgroundLayout };
}

export function contrastRecords(appearance: Appearance, base: string): Static<typeof ContrastPair>[] {
  const { first, panel } = themeColours({ ...appearance, origin: base });
  const shown = {
    text_on_background: { color: first.text, on: panel ? first.surface : first.bg },
    button_text_on_button: { color: first.buttonText, on: first.button },
  };
  return contrastsOf(appearance).map((contrast) => ({ ...contrast, shown: shown[contrast.pair] }));
}
