// Loads a module of the project. Node loads plain CommonJS; jiti, which takes 39 ms to load, is used only for
// TypeScript, ES modules and stubbed packages.
import { createRequire, Module } from 'node:module';
import { Script } from 'node:vm';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { Jiti, TransformOptions } from 'jiti';
import { isRecord } from '../schema/raw.ts';
import { readText, type ProjectFolder } from './folder.ts';

/** Loads code and JSON of a project. */
export interface ModuleLoader {
  /** Returns the default export or `module.exports`. @throws any error of the file */
  load(file: string): Promise<unknown>;
  /** Evaluates a script: in CommonJS, `require.main` is its module. @throws any error of the file */
  run(script: string): Promise<void>;
  /** Releases the modules and packages of the folder, unless another loader has been created for it since. */
  close(): void;
}

/** Exports of built-in packages, by package name. */
export type Packages = Readonly<Record<string, object>>;

interface LoaderOptions {
  /** Packages that replace installed ones, by name. */
  readonly packages?: Packages;
  /** If true, modules that this process has loaded already are not evaluated again. */
  readonly keepsModules?: boolean;
}

const require = createRequire(import.meta.url);

/** The loader that was created last for a folder. */
const current = new Map<string, ModuleLoader>();

/** Creates a loader that evaluates each file again, even if another loader has loaded it. */
export function createModuleLoader(
  folder: ProjectFolder,
  { packages, keepsModules = false }: LoaderOptions = {},
): ModuleLoader {
  if (!keepsModules) forgetModules(folder.root);
  if (packages) providePackages(folder.root, packages);
  // Of its own: Node lists all modules that it loads.
  const loadCommonJs = requireFrom(folder);
  let jiti: Promise<Jiti> | undefined;
  const compile = async (file: string): Promise<unknown> => {
    jiti ??= createProjectJiti(folder, packages);
    return evaluate(await jiti, file);
  };
  const loader: ModuleLoader = {
    async load(file) {
      if (extname(file) === '.json') return JSON.parse(readText(file) ?? '');
      return defaultOf(isCommonJs(file) ? loadCommonJs(file) : await compile(file));
    },
    async run(script) {
      if (extname(script) === '' || isCommonJs(script)) runMain(script);
      else await compile(script);
    },
    close() {
      if (current.get(folder.root) !== loader) return;
      current.delete(folder.root);
      provided.delete(folder.root);
      forgetModules(folder.root);
    },
  };
  current.set(folder.root, loader);
  return loader;
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

/** Packages for the files of a folder, by its path; the folder that was added last comes last. */
const provided = new Map<string, Packages>();
let isWrapped = false;

/**
 * jiti passes plain CommonJS to Node, which would prefer a package installed in the project over the replacement, also
 * when a function requires it later. Node has no public way to intercept its own `require`; this is the one that
 * debuggers use.
 */
function providePackages(root: string, packages: Packages): void {
  provided.delete(root);
  provided.set(root, packages);
  if (isWrapped) return;
  isWrapped = true;
  const load = moduleLoad();
  Reflect.set(Module, '_load', function (this: unknown, name: unknown, ...more: unknown[]) {
    const package_ = typeof name === 'string' ? packageFor(more[0], name) : undefined;
    return package_ ?? Reflect.apply(load, this, [name, ...more]);
  });
}

/** Runs a script as the main module of the process. */
function runMain(script: string): void {
  Reflect.apply(moduleLoad(), Module, [script, null, true]);
}

function moduleLoad(): (...values: readonly unknown[]) => unknown {
  const load: unknown = Reflect.get(Module, '_load');
  if (!isFunction(load)) throw new Error('Node no longer has Module._load');
  return load;
}

function isFunction(value: unknown): value is (...values: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

/** Returns the replacement of a package for the module that requires it; undefined to use the installed one. */
function packageFor(asking: unknown, name: string): object | undefined {
  const entries = [...provided];
  if (!entries.some(([, packages]) => Object.hasOwn(packages, name))) return undefined;
  const file: unknown = isRecord(asking) ? asking['filename'] : undefined;
  const own = entries.findLast(([root]) => typeof file === 'string' && file.startsWith(root + sep));
  // Packages of a project need not be installed inside of its folder.
  const isInstalled = typeof file === 'string' && file.includes(`${sep}node_modules${sep}`);
  const [, packages] = own ?? (isInstalled ? entries.at(-1) : undefined) ?? [];
  return packages && Object.hasOwn(packages, name) ? packages[name] : undefined;
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
