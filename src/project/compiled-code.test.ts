// Plain generated code after a compiler: it is what it was before.
import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { generatedUid, type Factory } from './generated-code.ts';
import { loadProject, type Project } from './load.ts';

const MARK = `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });`;
const PACKAGE = 'require("@strapi/strapi")';
const ESBUILD = `"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var post_exports = {};
__export(post_exports, {
  default: () => post_default
});
module.exports = __toCommonJS(post_exports);
var import_strapi = ${PACKAGE};
`;
const HELPER = `var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};`;

/** What compilers write of `export default factories.<factory>(<given>)`. */
const COMPILED: readonly (readonly [string, (call: string) => string])[] = [
  [
    'tsc',
    (call) =>
      `${MARK}\n/**\n * post\n */\nconst strapi_1 = ${PACKAGE};\nexports.default = strapi_1.factories.${call};\n//# sourceMappingURL=post.js.map`,
  ],
  [
    'tsc for an old target',
    (call) =>
      `${MARK}\nvar strapi_1 = ${PACKAGE};\nexports.default = strapi_1.factories.${call};\n`,
  ],
  [
    'tsc with a default import',
    (call) =>
      `"use strict";\n${HELPER}\nObject.defineProperty(exports, "__esModule", { value: true });\nconst strapi_1 = __importDefault(${PACKAGE});\nexports.default = strapi_1.default.factories.${call};\n`,
  ],
  [
    'swc',
    (call) => `"use strict";
Object.defineProperty(exports, "__esModule", {
    value: true
});
Object.defineProperty(exports, "default", {
    enumerable: true,
    get: function() {
        return _default;
    }
});
const _strapi = ${PACKAGE};
const _default = _strapi.factories.${call};
`,
  ],
  [
    'Babel',
    (call) => `"use strict";

Object.defineProperty(exports, "__esModule", {
  value: true
});
exports.default = void 0;
var _strapi = ${PACKAGE};
var _default = exports.default = _strapi.factories.${call};
`,
  ],
  [
    'esbuild',
    (call) => `${ESBUILD}/**\n * post\n */
var post_default = import_strapi.factories.${call};
`,
  ],
];

const FOLDERS: readonly (readonly [string, Factory])[] = [
  ['routes', 'createCoreRouter'],
  ['controllers', 'createCoreController'],
  ['services', 'createCoreService'],
];

describe.each(COMPILED)('%s', (_compiler, compile) => {
  test('a plain factory is known by its text, one with code of its own is not', () => {
    for (const [, factory] of FOLDERS) {
      const plain = compile(`${factory}("api::post.post")`);
      expect(generatedUid(plain, factory)).toBe('api::post.post');
      expect(generatedUid(`${plain}\nopen();`, factory)).toBeUndefined();
      expect(generatedUid(plain.replace('@strapi/strapi', './mine'), factory)).toBeUndefined();
      const own = compile(`${factory}("api::post.post", {})`);
      expect(generatedUid(own, factory)).toBeUndefined();
    }
  });

  test('all routes are served without a warning', async () => {
    const project = await load((factory) => compile(`${factory}("api::post.post")`));
    expect(blockedOf(project)).toEqual([]);
    expect(project.warnings).toEqual([]);
  });

  test('what a factory is given counts', async () => {
    const given = 'createCoreController("api::post.post", () => ({ async find() {} }))';
    const project = await load((factory) =>
      compile(factory === 'createCoreController' ? given : `${factory}("api::post.post")`),
    );
    expect(blockedOf(project)).toEqual(['api::post.post.find']);
  });
});

function load(text: (factory: Factory) => string): Promise<Project> {
  const files: ProjectFiles = Object.fromEntries(
    FOLDERS.map(([folder, factory]) => [`src/api/post/${folder}/post.js`, text(factory)]),
  );
  const root = makeProject({
    [schemaOf('post')]: { ...collectionType('post'), options: {} },
    ...files,
  });
  return loadProject(root, { builtIn: [], environment: {} });
}

function blockedOf({ routes }: Project): readonly string[] {
  return routes.routes.flatMap(({ name, blocked }) => (blocked === undefined ? [] : [name]));
}
