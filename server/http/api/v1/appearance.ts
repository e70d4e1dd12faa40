import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { type Font, fontPath, fonts } from '../../../../contract/page/fonts.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { type Theme, themeNamed, themes } from '../../../../contract/page/themes.ts';
import { Appearance } from '../../../../contract/schemas/appearance.ts';
import { success } from '../../../../contract/schemas/common.ts';
import {
  alignments,
  backgroundLayouts,
  backgroundSources,
  backgroundTypes,
  radii,
} from '../../../../contract/vocabulary.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';

type Choice = Static<typeof Appearance>;

export const appearanceRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config }) => {
  app.get(
    '/appearance',
    {
      schema: {
        tags: ['Account'],
        operationId: 'getAppearance',
        summary: 'Get appearance options',
        description:
          'All themes, fonts and other values that `POST /user/customize` and `POST /user/background` accept. They are the same for every account.',
        response: { 200: success(Appearance) },
      },
    },
    async (request) => ({ status: true as const, response: appearanceOptions(baseUrl(request, config)) }),
  );
};

/** Also what the examples of the OpenAPI document show. */
export function appearanceOptions(base: string): Choice {
  return {
    themes: themes.map(presentTheme),
    default_theme: themeNamed('').name,
    fonts: fonts.map((font) => presentFont(font, base)),
    radii: [...radii],
    alignments: [...alignments],
    background_types: [...backgroundTypes],
    background_sources: [...backgroundSources],
    background_layouts: [...backgroundLayouts],
  };
}

function presentTheme(theme: Theme): Choice['themes'][number] {
  const { name, title, layout, buttons, font, display, radius, align, isDark, day, night } = theme;
  return {
    name,
    title,
    layout,
    buttons,
    font,
    display_font: display,
    radius,
    bio_align: align,
    is_dark: isDark,
    day: presentPalette(day),
    night: night ? presentPalette(night) : null,
  };
}

function presentPalette({ bg, wash, surface, text, muted, accent, button, buttonText, border }: Palette) {
  return {
    background: bg,
    wash: wash ? [...wash] : [],
    surface,
    text,
    muted,
    accent,
    button,
    button_text: buttonText,
    border,
  };
}

function presentFont(font: Font, base: string): Choice['fonts'][number] {
  return {
    name: font.name,
    title: font.title,
    kind: font.kind,
    subsets: [...(font.files?.subsets ?? [])],
    file: font.files ? base + fontPath(font, 'latin') : null,
  };
}
