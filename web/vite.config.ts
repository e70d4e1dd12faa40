// Builds the dashboard into web/dist. Assets are addressed relative to index.html, whose <base> the server writes: the
// dashboard has an origin of its own, or lives below /dashboard/.
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const configPath = `${here}lingui.config.ts`;
// The macro would look for its settings in the folder that the build is started in.
const linguiConfig = getConfig({ configPath });

/** The first versions with popovers and light-dark(). */
const browsers = ['chrome123', 'firefox125', 'safari17.5'];

export default defineConfig({
  root: here,
  base: './',
  plugins: [
    // Babel's own types, which would say that the rest is optional, are not installed.
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] } as Parameters<typeof babel>[0]),
    lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
    react(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: browsers,
    // A data: URL would need a wider policy.
    assetsInlineLimit: 0,
    // One small file: no screen waits for its styles.
    cssCodeSplit: false,
    // All browsers named above have it.
    modulePreload: { polyfill: false },
  },
});
