// Loads a module of the project. Node loads plain CommonJS; jiti, which takes 39 ms to load, is used only for
// TypeScript, ES modules and stubbed packages.
import { createRequire, Module } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { Jiti, TransformOptions } from 'jiti';
import { readText, type ProjectFolder } from './folder.ts';

/** Loads code and JSON of a project. */
export interface ModuleLoader {
  /** Returns the default export or `module.exports`. @throws any error of the file */
  load(file: string): Promise<unknown>;
}

interface LoaderOptions {
  /** Packages that replace installed ones, by name. */
  readonly packages?: Readonly<Record<string, unknown>>;
}

const require = createRequire(import.meta.url);

/** Creates a loader that evaluates each file again, even if another loader has loaded it. */
export function createModuleLoader(
  folder: ProjectFolder,
  { packages }: LoaderOptions = {},
): ModuleLoader {
  forgetModules(folder.root);
  let jiti: Promise<Jiti> | undefined;
  return {
    async load(file) {
      if (extname(file) === '.json') return JSON.parse(readText(file) ?? '');
      if (!packages && isCommonJs(file)) {
        standIn(NONE);
        return defaultOf(require(file));
      }
      jiti ??= createProjectJiti(folder, packages);
      const runner = await jiti;
      standIn(packages ?? NONE);
      return defaultOf(await runner.import(file));
    },
  };
}

const NONE: Readonly<Record<string, unknown>> = {};

/** Packages of the loader whose files are running. */
let given: Readonly<Record<string, unknown>> = NONE;
let isWrapped = false;

/**
 * jiti passes plain CommonJS to Node, which would prefer a package installed in the project over the replacement.
 * Node has no public way to intercept its own `require`; this is the one that debuggers use.
 */
function standIn(packages: Readonly<Record<string, unknown>>): void {
  given = packages;
  if (isWrapped || packages === NONE) return;
  isWrapped = true;
  const load: unknown = Reflect.get(Module, '_load');
  if (typeof load !== 'function') throw new Error('Node has no Module._load any more');
  Reflect.set(Module, '_load', function (this: unknown, name: unknown, ...more: unknown[]) {
    if (typeof name === 'string' && Object.hasOwn(given, name)) return given[name];
    return Reflect.apply(load, this, [name, ...more]) as unknown;
  });
}

function isCommonJs(file: string): boolean {
  const extension = extname(file);
  if (extension === '.cjs') return true;
  return extension === '.js' && !/^\s*(?:import\b(?!\s*\()|export\b)/m.test(readText(file) ?? '');
}

async function createProjectJiti(
  folder: ProjectFolder,
  packages: Readonly<Record<string, unknown>> | undefined,
): Promise<Jiti> {
  const { createJiti } = await import('jiti');
  const parent = join(folder.root, 'package.json');
  // Inside the project, so that other users cannot put code there. Strapi's .gitignore contains it.
  const compiler = createJiti(parent, { fsCache: join(folder.root, '.cache', 'quoin') });
  return createJiti(parent, {
    fsCache: false,
    interopDefault: false,
    ...(packages ? { virtualModules: { ...packages } } : {}),
    transform: (options) => ({ code: compiler.transform(asBuilt(folder, options)) }),
  });
}

/** In a TypeScript project, `__dirname` is the path in the build, under `dist`. */
function asBuilt(folder: ProjectFolder, options: TransformOptions): TransformOptions {
  const file = options.filename ?? '';
  const inside = file.startsWith(folder.root + sep) && !file.includes(`${sep}node_modules${sep}`);
  if (!folder.typescript || !inside) return options;
  const built = join(folder.outDir, relative(folder.root, file)).replace(/\.ts$/, '.js');
  // On the first line, so that line numbers in messages are unchanged.
  const names = `var __dirname=${JSON.stringify(dirname(built))},__filename=${JSON.stringify(built)};`;
  return { ...options, source: names + options.source };
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
