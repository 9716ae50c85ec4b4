// Vite plugin: sorts the layers of all styles in the same order, whichever file the browser reads first.
import type { Plugin } from 'vite';

/** Later layers win, as folders further up do. */
const ORDER = '@layer base, ui, fields, editor, screens, app;\n';

/** Returns the plugin. */
export function orderLayers(): Plugin {
  return {
    name: 'quoin-order-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (text) => ({ code: ORDER + text, map: null }),
    },
  };
}
