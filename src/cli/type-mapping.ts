// Compiler options that map the packages of Strapi to the types that Quoin ships, written into the text of a tsconfig.

/** Where the types are, from the folder of the project: `./node_modules/quoin/types`. */
type TypesFolder = string;

/** The packages by name, and the file that describes each. */
const MAPPED: readonly (readonly [name: string, file: string])[] = [
  ['@strapi/strapi', 'strapi/index.d.ts'],
  ['@strapi/types', 'strapi/index.d.ts'],
  ['@strapi/core', 'strapi/index.d.ts'],
  ['@strapi/utils', 'strapi-utils/index.d.ts'],
  ['@strapi/database', 'strapi/database.d.ts'],
  ['@strapi/database/*', 'strapi/database.d.ts'],
  ['@strapi/plugin-upload', 'strapi/upload.d.ts'],
  ['@strapi/plugin-upload/*', 'strapi/upload.d.ts'],
  ['koa', 'koa/index.d.ts'],
];

/** The configuration that Strapi projects extend, a part of Strapi. */
const BASE = /(["'])@strapi\/typescript-utils\/tsconfigs\/server(?:\.json)?\1/;

/** The parts of the mapping that a project needs. */
export interface Mapping {
  readonly types: TypesFolder;
  /** True if the project has its own types of koa. */
  readonly hasKoa: boolean;
  /** The types of Quoin's knex; null if the project has its own. */
  readonly knex: string | null;
}

/** The options as lines of JSON, to be shown. */
export function mappingText(mapping: Mapping): string {
  return JSON.stringify({ compilerOptions: { paths: pathsTo(mapping) } }, null, 2);
}

/**
 * The text of a tsconfig with the mapping; everything else is preserved, including comments.
 * @returns null if the text has no place for it
 */
export function withMapping(
  text: string,
  mapping: Mapping,
): { readonly text: string; readonly changed: boolean } | null {
  const based = text.replace(BASE, `"${mapping.types}/tsconfigs/server.json"`);
  if (/["']@strapi\/strapi["']\s*:/.test(based)) return { text: based, changed: based !== text };
  const entries = Object.entries(pathsTo(mapping)).map(
    ([name, files]) => `${JSON.stringify(name)}: ${JSON.stringify(files)}`,
  );
  const insertions = [
    { after: /["']paths["']\s*:\s*\{/, before: '      ', added: entries },
    {
      after: /["']compilerOptions["']\s*:\s*\{/,
      before: '    ',
      added: [`"paths": {\n      ${entries.join(',\n      ')}\n    }`],
    },
    {
      after: /^\s*(?:\/\/.*\s*|\/\*[\s\S]*?\*\/\s*)*\{/,
      before: '  ',
      added: [
        `"compilerOptions": {\n    "paths": {\n      ${entries.join(',\n      ')}\n    }\n  }`,
      ],
    },
  ];
  for (const { after, before, added } of insertions) {
    const found = after.exec(based);
    if (!found) continue;
    const end = found.index + found[0].length;
    const rest = based.slice(end);
    // What follows the last entry is the rest of an object, which may be empty.
    const comma = /^\s*(?:\/\/.*\s*|\/\*[\s\S]*?\*\/\s*)*\}/.test(rest) ? '' : ',';
    const lines = added.join(`,\n${before}`);
    return {
      text: `${based.slice(0, end)}\n${before}${lines}${comma}${rest}`,
      changed: true,
    };
  }
  return null;
}

function pathsTo({ types, hasKoa, knex }: Mapping): Record<string, readonly string[]> {
  const needed = MAPPED.filter(([name]) => !(hasKoa && name === 'koa'));
  const paths = needed.map(([name, file]) => [name, [`${types}/${file}`]] as const);
  return Object.fromEntries(knex === null ? paths : [...paths, ['knex', [knex]]]);
}
