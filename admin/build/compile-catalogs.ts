// Vite plugin: compiles the message catalogs, so that the browser gets no parser.
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOG = /[\\/]base[\\/]messages[\\/](?:[a-z]+-)?[a-z]{2}\.json$/;

/** Returns the plugin. It compiles files such as `admin/src/base/messages/en.json`. */
export function compileCatalogs(): Plugin {
  return {
    name: 'quoin-compile-catalogs',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler(text) {
        const messages = Object.entries(JSON.parse(text) as Record<string, string>);
        const compiled = Object.fromEntries(
          messages.map(([key, message]) => [key, compileMessage(message)]),
        );
        return { code: `export default ${JSON.stringify(compiled)}`, map: null, moduleType: 'js' };
      },
    },
  };
}
