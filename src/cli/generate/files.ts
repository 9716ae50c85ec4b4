// The files that `quoin generate` writes: small working starting points, in TypeScript or JavaScript.

/** Kinds of code that can be generated. */
export type Kind = 'api' | 'controller' | 'service' | 'policy' | 'middleware' | 'plugin';

/** The code to generate, and its location. */
export interface GenerateRequest {
  readonly kind: Kind;
  /** In kebab case. */
  readonly name: string;
  /** The API that it belongs to, or null. */
  readonly api: string | null;
  readonly language: 'ts' | 'js';
}

/** Contents of files by path, and the next steps, one per line. */
export interface GeneratedFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly next: readonly string[];
}

/** Returns the files of a kind. */
export function filesOf(request: GenerateRequest): GeneratedFiles {
  switch (request.kind) {
    case 'api':
      return apiFiles(request);
    case 'controller':
      return controllerFiles(request);
    case 'service':
      return serviceFiles(request);
    case 'policy':
      return policyFiles(request);
    case 'middleware':
      return middlewareFiles(request);
    case 'plugin':
      return pluginFiles(request);
  }
}

function apiFiles(request: GenerateRequest): GeneratedFiles {
  const { name, language } = request;
  const uid = `api::${name}.${name}`;
  const folder = `src/api/${name}`;
  const schema = {
    kind: 'collectionType',
    collectionName: `${name}s`.replaceAll('-', '_'),
    info: { singularName: name, pluralName: `${name}s`, displayName: titleOf(name) },
    options: { draftAndPublish: true },
    attributes: { title: { type: 'string', required: true } },
  };
  const core = (kind: string): string => coreFile(`createCore${kind}('${uid}')`, language);
  return {
    files: {
      [`${folder}/content-types/${name}/schema.json`]: `${JSON.stringify(schema, null, 2)}\n`,
      [`${folder}/routes/${name}.${language}`]: core('Router'),
      [`${folder}/controllers/${name}.${language}`]: core('Controller'),
      [`${folder}/services/${name}.${language}`]: core('Service'),
    },
    next: [
      `Its entries are at /api/${name}s. To let everyone read them: quoin role grant public ${name}.find`,
    ],
  };
}

function coreFile(call: string, language: GenerateRequest['language']): string {
  return language === 'ts'
    ? `import { factories } from '@strapi/strapi';\n\nexport default factories.${call};\n`
    : `const { factories } = require('@strapi/strapi');\n\nmodule.exports = factories.${call};\n`;
}

function controllerFiles({ name, api, language }: GenerateRequest): GeneratedFiles {
  const action = {
    ts: `async index(ctx: Context) {\n    ctx.body = { message: 'Hello' };\n  },`,
    js: `async index(ctx) {\n    ctx.body = { message: 'Hello' };\n  },`,
  }[language];
  const types = language === 'ts' ? `import type { Context } from 'koa';\n\n` : '';
  const route = `{ method: 'GET', path: '/${name}', handler: '${name}.index' }`;
  return {
    files: {
      [`src/api/${api ?? name}/controllers/${name}.${language}`]: `${types}${exported(language)} {\n  ${action}\n};\n`,
    },
    next: [`Add a route to a file in src/api/${api ?? name}/routes: ${route}`],
  };
}

function serviceFiles({ name, api, language }: GenerateRequest): GeneratedFiles {
  const owner = api ?? name;
  const head =
    language === 'ts'
      ? `import type { Core } from '@strapi/strapi';\n\nexport default ({ strapi }: { strapi: Core.Strapi }) => `
      : 'module.exports = ({ strapi }) => ';
  return {
    files: {
      [`src/api/${owner}/services/${name}.${language}`]: `${head}({\n  async environment() {\n    return strapi.config.get('environment');\n  },\n});\n`,
    },
    next: [`Call it: await strapi.service('api::${owner}.${name}').environment()`],
  };
}

function policyFiles({ name, api, language }: GenerateRequest): GeneratedFiles {
  const folder = api === null ? 'src/policies' : `src/api/${api}/policies`;
  const uid = api === null ? `global::${name}` : `api::${api}.${name}`;
  const context = language === 'ts' ? 'policyContext: any' : 'policyContext';
  return {
    files: {
      [`${folder}/${name}.${language}`]: `// Returns true to let a request pass.\n${exported(language)} (${context}) => Boolean(policyContext.state.user);\n`,
    },
    next: [`Add it to a route: config: { policies: ['${uid}'] }`],
  };
}

function middlewareFiles({ name, api, language }: GenerateRequest): GeneratedFiles {
  const folder = api === null ? 'src/middlewares' : `src/api/${api}/middlewares`;
  const uid = api === null ? `global::${name}` : `api::${api}.${name}`;
  const types =
    language === 'ts'
      ? `import type { Context, Next } from 'koa';\n\nexport default () => async (ctx: Context, next: Next) => {`
      : 'module.exports = () => async (ctx, next) => {';
  const where = api === null ? "config/middlewares, after 'strapi::body'" : 'a route: middlewares';
  return {
    files: {
      [`${folder}/${name}.${language}`]: `${types}\n  const began = Date.now();\n  await next();\n  ctx.set('X-Response-Time', \`\${Date.now() - began} ms\`);\n};\n`,
    },
    next: [`Add '${uid}' to ${where}.`],
  };
}

/** Always JavaScript: Strapi leaves src/plugins out of its TypeScript build. */
function pluginFiles({ name }: GenerateRequest): GeneratedFiles {
  const folder = `src/plugins/${name}`;
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    strapi: { kind: 'plugin', name, displayName: titleOf(name) },
  };
  const server = `module.exports = {
  register({ strapi }) {},
  bootstrap({ strapi }) {},
  controllers: {
    hello: {
      async index(ctx) {
        ctx.body = await strapi.plugin('${name}').service('hello').greeting();
      },
    },
  },
  services: {
    hello: () => ({ greeting: async () => ({ message: 'Hello' }) }),
  },
  routes: {
    'content-api': {
      type: 'content-api',
      routes: [{ method: 'GET', path: '/', handler: 'hello.index', config: { auth: false } }],
    },
  },
};
`;
  return {
    files: {
      [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
      [`${folder}/strapi-server.js`]: server,
    },
    next: [
      `Add it to config/plugins: '${name}': { enabled: true, resolve: './${folder}' }`,
      `Then its route is at /api/${name}.`,
    ],
  };
}

function exported(language: GenerateRequest['language']): string {
  return language === 'ts' ? 'export default' : 'module.exports =';
}

/** `press-release` -> `Press release`. */
function titleOf(name: string): string {
  const phrase = name.replaceAll('-', ' ');
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
