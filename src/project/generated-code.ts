// In charge of recognising, by its text alone, a file that Strapi generated and nobody changed: it says nothing
// new, so it need not be run. Anything that is not exactly such a file is not recognised.

/** The factories whose untouched files are known. */
export type Factory = 'createCoreRouter' | 'createCoreController' | 'createCoreService';

/** uid in a file that holds nothing but `factory('api::x.x')`, or undefined. */
export function generatedUid(text: string, factory: Factory): string | undefined {
  const code = withoutHelpers(plainCode(text));
  const call = `${factory}\\('(?<uid>api::[\\w.-]+)'\\)`;
  const strapi = `require\\('@strapi/strapi'\\)`;
  const forms = [
    `const \\{ ?${factory} ?\\} = ${strapi}\\.factories module\\.exports = ${call}`,
    `const \\{ ?factories ?\\} = ${strapi} module\\.exports = factories\\.${call}`,
    `import \\{ ?factories ?\\} from '@strapi/strapi' export default factories\\.${call}`,
    ...compiledForms(strapi, call),
  ];
  for (const form of forms) {
    const uid = new RegExp(`^${form}$`).exec(code)?.groups?.['uid'];
    if (uid) return uid;
  }
  return undefined;
}

/** What compilers make of the form with `import`. */
function compiledForms(strapi: string, call: string): readonly string[] {
  const mark = `Object\\.defineProperty\\(exports, '__esModule', \\{ ?value: true ?\\}\\)`;
  const getter = `Object\\.defineProperty\\(exports, 'default', \\{ ?enumerable: true, get: function ?\\(\\) ?\\{ return (?<name>\\w+) ?\\} ?\\}\\)`;
  const imported = `(?:const|let|var) (?<strapi>\\w+) =`;
  const declared = `(?:const|let|var) `;
  return [
    // tsc
    `${mark} ${imported} ${strapi} exports\\.default = \\k<strapi>\\.factories\\.${call}`,
    `${mark} ${imported} __importDefault\\(${strapi}\\) exports\\.default = \\k<strapi>\\.default\\.factories\\.${call}`,
    // swc
    `${mark} ${getter} ${imported} ${strapi} ${declared}\\k<name> = \\k<strapi>\\.factories\\.${call}`,
    // Babel
    `${mark} exports\\.default = void 0 ${imported} ${strapi} ${declared}\\w+ = exports\\.default = \\k<strapi>\\.factories\\.${call}`,
    // esbuild
    `var (?<name>\\w+) = \\{\\} __export\\(\\k<name>, \\{ ?default: \\(\\) => (?<value>\\w+) ?\\}\\) module\\.exports = __toCommonJS\\(\\k<name>\\) ${imported} ${strapi} ${declared}\\k<value> = \\k<strapi>\\.factories\\.${call}`,
  ];
}

/** Helpers as tsc and esbuild write them at the head of a file, on one line. */
const HELPERS: readonly string[] = [
  "var __importDefault = (this && this.__importDefault) || function (mod) { return (mod && mod.__esModule) ? mod : { 'default': mod } }",
  'var __defProp = Object.defineProperty',
  'var __getOwnPropDesc = Object.getOwnPropertyDescriptor',
  'var __getOwnPropNames = Object.getOwnPropertyNames',
  'var __hasOwnProp = Object.prototype.hasOwnProperty',
  'var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }) }',
  "var __copyProps = (to, from, except, desc) => { if (from && typeof from === 'object' || typeof from === 'function') { for (let key of __getOwnPropNames(from)) if (!__hasOwnProp.call(to, key) && key !== except) __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable }) } return to }",
  "var __toCommonJS = (mod) => __copyProps(__defProp({}, '__esModule', { value: true }), mod)",
];

function withoutHelpers(code: string): string {
  let rest = code;
  for (const helper of HELPERS) {
    if (rest.startsWith(helper)) rest = rest.slice(helper.length).trimStart();
  }
  return rest;
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
