// In charge of recognising, by its text alone, a file that Strapi generated and nobody changed: it says nothing
// new, so it need not be run. Anything that is not exactly such a file is not recognised.

/** The factories whose untouched files are known. */
export type Factory = 'createCoreRouter' | 'createCoreController' | 'createCoreService';

/** uid in a file that holds nothing but `factory('api::x.x')`, or undefined. */
export function generatedUid(text: string, factory: Factory): string | undefined {
  const code = plainCode(text);
  const call = `${factory}\\('(api::[\\w.-]+)'\\)`;
  const strapi = `require\\('@strapi/strapi'\\)`;
  const forms = [
    `const \\{ ?${factory} ?\\} = ${strapi}\\.factories module\\.exports = ${call}`,
    `const \\{ ?factories ?\\} = ${strapi} module\\.exports = factories\\.${call}`,
    `import \\{ ?factories ?\\} from '@strapi/strapi' export default factories\\.${call}`,
  ];
  for (const form of forms) {
    const uid = new RegExp(`^${form}$`).exec(code)?.[1];
    if (uid) return uid;
  }
  return undefined;
}

/** True for an `src/index` whose hooks do nothing, and for files without code. */
export function isEmptyHooks(text: string): boolean {
  const hook = `(?:async )?\\w+ ?\\([^()]*\\)(?:: ?\\w+)? ?\\{ ?\\},? ?`;
  const start = `(?:import type \\{[^}]*\\} from '[^']*' )?(?:module\\.exports =|export default)`;
  const code = plainCode(text);
  return code === '' || new RegExp(`^${start} \\{ ?(?:${hook})*\\}$`).test(code);
}

/** One line without comments, semicolons and `'use strict'`, with single quotes. */
function plainCode(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll('"', "'")
    .replace(/^\s*'use strict'/, '')
    .replaceAll(';', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
