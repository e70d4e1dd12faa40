import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { Appearance } from '../../../../contract/page/contrast.ts';
import { success } from '../../../../contract/schemas/common.ts';
import { ContrastParameters, ContrastReport } from '../../../../contract/schemas/sections.ts';
import { customizeWith } from '../../../domain/page/page-sections.ts';
import type { AccountRow } from '../../../storage/tables.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { appearanceOf, contrastRecords } from '../contrast.ts';

export const contrastRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/user/contrast',
    {
      schema: {
        tags: ['Account'],
        operationId: 'getContrast',
        summary: 'Check color contrast',
        description:
          'Checks the colors of the page, or of the page with the given values, against WCAG AA, and suggests the nearest colors that pass. The check is about the chosen colors. The page itself is always readable: if the chosen colors have too little contrast, it uses the colors in `shown` instead.',
        querystring: ContrastParameters,
        response: { 200: success(ContrastReport) },
      },
    },
    async (request) => {
      const appearance = appearanceWith(await ownAccount(store.read, request), request.query);
      return { status: true as const, response: { contrast: contrastRecords(appearance, baseUrl(request, config)) } };
    },
  );
};

/** The account's appearance with the given values. Nothing is stored. */
function appearanceWith(account: AccountRow, values: Static<typeof ContrastParameters>): Appearance {
  const { theme, background_type: type } = values;
  const colours = {
    texts_color: withHash(values.texts_color),
    button_text_color: withHash(values.button_text_color),
    button_background_color: withHash(values.button_background_color),
  };
  const customize = JSON.stringify(customizeWith(account, { ...(theme && { theme }), ...definedOf(colours) }));
  const appearance = appearanceOf({ ...account, customize });
  const { background } = appearance;
  const { solid, gradient } = background.settings;
  return {
    ...appearance,
    background: {
      type: type === undefined ? background.type : type === 'theme' ? null : type,
      settings: {
        ...background.settings,
        solid: { ...solid, ...definedOf({ color: withHash(values.color) }) },
        gradient: {
          ...gradient,
          ...definedOf({ color_1: withHash(values.color_1), color_2: withHash(values.color_2) }),
        },
      },
    },
  };
}

/** In a URL the # would start the fragment, so it may be omitted. */
function withHash(sent: string | undefined): string | undefined {
  return sent === undefined || sent.startsWith('#') ? sent : `#${sent}`;
}

function definedOf<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
