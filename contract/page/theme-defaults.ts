import type { Static } from 'typebox';
import type { Customize } from '../schemas/profile.ts';
import { themeNamed } from './themes.ts';

/** The default appearance of a theme. */
export function themeDefaults(name: string): Static<typeof Customize> {
  const theme = themeNamed(name);
  return {
    font: theme.font,
    theme: theme.name,
    button_background_color: theme.day.button,
    button_text_color: theme.day.buttonText,
    texts_color: theme.day.text,
    radius: theme.radius,
    bio_align: theme.align,
  };
}
