import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { interfaceLanguages } from '../contract/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...interfaceLanguages],
  // Two, so that the sign-in screen need not load the texts behind it.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['<rootDir>/src/signed-in', '<rootDir>/src/gallery'],
    },
    {
      path: '<rootDir>/src/locales/signed-in/{locale}',
      include: [
        '<rootDir>/src/signed-in',
        '<rootDir>/src/gallery',
        '<rootDir>/../contract/blocks',
        '<rootDir>/../contract/pixels',
      ],
    },
  ],
  // Definitions have words too, without importing anything for that.
  macro: { corePackage: ['@lingui/core/macro', '../messages.ts'] },
  // Without line numbers: moving code is no change of its texts.
  format: formatter({ lineNumbers: false }),
});
