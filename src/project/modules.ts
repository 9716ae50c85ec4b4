// Loads a module of the project. Node loads plain CommonJS; jiti, which takes 39 ms to load, is used only for
// TypeScript, ES modules and stubbed packages.
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { Jiti, TransformOptions } from 'jiti';
import { readText, type ProjectFolder } from './folder.ts';
import {
  provide,
  runMain,
  withdraw,
  type Packages,
  type PackageProvider,
} from './provided-packages.ts';

/** Loads code and JSON of a project. */
export interface ModuleLoader {
  /** Returns the default export or `module.exports`. @throws any error of the file */
  load(file: string): Promise<unknown>;
  /** Evaluates a script: in CommonJS, `require.main` is its module. @throws any error of the file */
  run(script: string): Promise<void>;
  /** Provides its packages again, after another loader of the folder was closed. */
  activate(): void;
  /** Stops providing its packages. The last loader of the code of a folder releases its modules as well. */
  close(): void;
}

interface LoaderOptions {
  /** Packages that replace installed ones, by name. */
  readonly packages?: Packages;
  /** True for code, which shares the modules of the configuration: they are not evaluated again. */
  readonly keepsModules?: boolean;
}

const require = createRequire(import.meta.url);

/** Creates a loader that evaluates each file again, even if another loader has loaded it. */
export function createModuleLoader(
  folder: ProjectFolder,
  { packages, keepsModules = false }: LoaderOptions = {},
): ModuleLoader {
  if (!keepsModules) forgetModules(folder.root);
  const provider: PackageProvider | null = packages
    ? { root: folder.root, packages, isCode: keepsModules }
    : null;
  const activate = (): void => {
    if (provider) provide(provider);
  };
  activate();
  // A separate `require`, because Node keeps a list of the modules that each one loads.
  const loadCommonJs = requireFrom(folder);
  let jiti: Promise<Jiti> | undefined;
  const compile = async (file: string): Promise<unknown> => {
    jiti ??= createProjectJiti(folder, packages);
    return evaluate(await jiti, file);
  };
  return {
    async load(file) {
      if (extname(file) === '.json') return JSON.parse(readText(file) ?? '');
      return defaultOf(isCommonJs(file) ? loadCommonJs(file) : await compile(file));
    },
    async run(script) {
      if (extname(script) === '' || isCommonJs(script)) runMain(script);
      else await compile(script);
    },
    activate,
    close() {
      if (provider && withdraw(provider)) forgetModules(folder.root);
    },
  };
}

/**
 * Evaluates a file as the CommonJS that a build writes, so that packages export what `require` returns. Only files with
 * top-level `await`, and those that import them, are evaluated as ES modules.
 */
async function evaluate(jiti: Jiti, file: string): Promise<unknown> {
  try {
    return jiti(file);
  } catch (error) {
    if (!(error instanceof TopLevelAwaitError)) throw error;
    return jiti.import(file);
  }
}

/** A module cannot be evaluated synchronously. */
class TopLevelAwaitError extends Error {
  override readonly name = 'TopLevelAwaitError';

  constructor() {
    super('The module has a top-level await.');
  }
}

/**
 * True if code that was compiled to CommonJS has a top-level `await`. In a function, `await (x)` would be a call; in a
 * static block, any `await` outside of nested functions is a syntax error.
 */
function hasTopLevelAwait(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  return !canCompile(`(class { static {${code}\n} })`) && canCompile(`(async () => {${code}\n})`);
}

function canCompile(code: string): boolean {
  try {
    void new Script(code);
    return true;
  } catch {
    return false;
  }
}

/** What a file in a project's folder would require. */
export function requireFrom(folder: ProjectFolder): (name: string) => unknown {
  return createRequire(join(folder.root, 'package.json'));
}

function isCommonJs(file: string): boolean {
  const extension = extname(file);
  if (extension === '.cjs') return true;
  return extension === '.js' && !/^\s*(?:import\b(?!\s*\()|export\b)/m.test(readText(file) ?? '');
}

async function createProjectJiti(
  folder: ProjectFolder,
  packages: Packages | undefined,
): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  const parent = join(folder.root, 'package.json');
  // Inside the project, so that other users cannot put code there. Strapi's .gitignore contains it.
  const compiler = createJiti(parent, { fsCache: join(folder.root, '.cache', 'quoin') });
  return createJiti(parent, {
    fsCache: false,
    interopDefault: false,
    ...(packages ? { virtualModules: { ...packages } } : {}),
    transform: (options) => {
      const code = compiler.transform({ ...asBuilt(folder, options), interopDefault: true });
      if (options.async) return { code: withNamespaces(code) };
      if (hasTopLevelAwait(code)) throw new TopLevelAwaitError();
      return { code };
    },
  });
}

/** Babel's two interop helpers, up to their check. Files of a project may contain the same check elsewhere. */
const INTEROP_CHECKS = [
  /(function _interopRequireDefault\w*\((\w+)\) \{return )\2 && \2\.__esModule\b/g,
  /(\(_interopRequireWildcard\w* = function \((\w+), \w+\) \{if \(!\w+ && )\2 && \2\.__esModule\b/g,
];

/**
 * Makes Babel's interop helpers recognize the namespace object that `import()` returns. They would treat it as the
 * exports of a CommonJS module.
 */
function withNamespaces(code: string): string {
  const check = '$1$2 && ($2.__esModule || $2[Symbol.toStringTag] === "Module")';
  return INTEROP_CHECKS.reduce((changed, helper) => changed.replaceAll(helper, check), code);
}

/** In a TypeScript project, `__dirname` is the path in the build, under `dist`. */
function asBuilt(folder: ProjectFolder, options: TransformOptions): TransformOptions {
  const file = options.filename ?? '';
  const inside = file.startsWith(folder.root + sep) && !file.includes(`${sep}node_modules${sep}`);
  if (!folder.typescript || !inside) return options;
  const built = join(folder.outDir, relative(folder.root, file)).replace(/\.ts$/, '.js');
  // On the first line, so that line numbers in messages are unchanged.
  const names = `var __dirname=${JSON.stringify(dirname(built))},__filename=${JSON.stringify(built)};`;
  return { ...options, source: names + options.source.replace(/^#!/, '//') };
}

/** Importing a compiled ES module puts its exports into `default`. */
function defaultOf(exported: unknown): unknown {
  if (!isModule(exported)) return exported;
  const inner = exported.default;
  return isModule(inner) ? inner.default : inner;
}

function isModule(exported: unknown): exported is { readonly default: unknown } {
  if (typeof exported !== 'object' || exported === null || !('default' in exported)) return false;
  return '__esModule' in exported || Reflect.get(exported, Symbol.toStringTag) === 'Module';
}

function forgetModules(root: string): void {
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`)) {
      delete require.cache[file];
    }
  }
}
