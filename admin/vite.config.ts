// Build of the admin interface: one entry, one chunk per screen, files whose names change with their content.
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { defineConfig } from 'vite';
import { compileCatalogs } from './build/compile-catalogs.ts';
import { compressFiles } from './build/compress-files.ts';
import { orderLayers } from './build/order-layers.ts';

/** Languages of the interface; texts of react-aria in other languages are left out. */
const LANGUAGES = ['en-US', 'ar-AE', 'de-DE', 'es-ES', 'fr-FR'];

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [
    compileCatalogs(),
    orderLayers(),
    { ...optimizeLocales.vite({ locales: LANGUAGES }), enforce: 'pre' },
    compressFiles(),
  ],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.md' },
    emptyOutDir: true,
    // All styles together are small; a file per screen would be a request each.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The sign-in page loads `parts`. All other screens also load `workspace`; it includes lists, which are opened most.
            {
              name: 'parts',
              priority: 2,
              test: /[\\/]src[\\/](?:api[\\/](?!media|presence|relations|search|types)[\w-]+|(?:base[\\/]|ui[\\/](?!combobox)|screens[\\/]sign-in[\\/]).*|app[\\/]root|main|model[\\/]password-rules)\.tsx?$|rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|@lingui)[\\/]/,
            },
            // Of the field kinds only the file that is named like its folder: controls are loaded on demand.
            {
              name: 'workspace',
              priority: 1,
              test: /[\\/]src[\\/](?:app[\\/].*|fields[\\/](?:[\w-]+|([\w-]+)[\\/]\1)|model[\\/](?:issues|layout|list-state|permissions|schema|thumbnail)|editor[\\/](?:entry-info|locale-menu|project|screen-states|session-context|status-card)|screens[\\/]content-list[\\/](?!bulk-bar|filter-form|peek-panel)[\w-]+)\.tsx?$|[\\/]node_modules[\\/]@tanstack[\\/]/,
            },
            // What the blocks editor needs at once, apart from what it loads later. The Markdown editor uses `w3c-keyname` too.
            { name: 'w3c-keyname', test: /[\\/]node_modules[\\/]w3c-keyname[\\/]/ },
            {
              name: 'prosemirror',
              test: /[\\/]node_modules[\\/]prosemirror-(?:commands|history|keymap|view)[\\/]|[\\/]fields[\\/]blocks[\\/](?:keys|line-commands|list-commands|nested-lists|parse-blocks|schema|selection-state)\.ts$/,
            },
          ],
        },
      },
      checks: { bundlerTimings: false, pluginTimings: false },
      // Modules of packages say `use client`, which means nothing here.
      onwarn(warning, warn) {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
