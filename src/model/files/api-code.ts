// Code files of a new content-type: controller, service and router, as in a new project.

const FACTORIES = {
  controllers: { factory: 'createCoreController', what: 'controller' },
  routes: { factory: 'createCoreRouter', what: 'router' },
  services: { factory: 'createCoreService', what: 'service' },
} as const;

/** Folders of code that each content-type has. */
export const CODE_FOLDERS: readonly ('controllers' | 'routes' | 'services')[] = [
  'controllers',
  'routes',
  'services',
];

/** Text of a code file. @param uid Of the content-type */
export function codeFile(
  folder: (typeof CODE_FOLDERS)[number],
  uid: string,
  typescript: boolean,
): string {
  const { factory, what } = FACTORIES[folder];
  const name = uid.slice(uid.lastIndexOf('.') + 1);
  return typescript
    ? `/**\n * ${name} ${what}\n */\n\nimport { factories } from '@strapi/strapi';\n\nexport default factories.${factory}('${uid}');\n`
    : `'use strict';\n\n/**\n * ${name} ${what}\n */\n\nconst { ${factory} } = require('@strapi/strapi').factories;\n\nmodule.exports = ${factory}('${uid}');\n`;
}
