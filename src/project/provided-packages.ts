// Provides packages to the files of a project, in place of installed ones.
import { Module } from 'node:module';
import { sep } from 'node:path';
import { isRecord } from '../schema/raw.ts';

/** Exports of built-in packages, by package name. */
export type Packages = Readonly<Record<string, object>>;

/** Packages for the files of a folder. */
export interface PackageProvider {
  /** Absolute path of the folder. */
  readonly root: string;
  readonly packages: Packages;
  /** True for running code. Configuration files use their packages until all code of the folder is closed. */
  readonly isCode: boolean;
}

/** The last one that matches a file is used. */
let providers: readonly PackageProvider[] = [];
let isWrapped = false;

/** Provides packages from now on, or again after another provider was closed. Configuration replaces that of the same folder. */
export function provide(provider: PackageProvider): void {
  const others = providers.filter(
    (each) => each !== provider && (each.isCode || provider.isCode || each.root !== provider.root),
  );
  providers = [...others, provider];
  if (!isWrapped) wrapRequire();
}

/** Stops providing packages. With the last code of a folder, its configuration loses its packages too. @returns true for the last */
export function withdraw(provider: PackageProvider): boolean {
  const others = providers.filter(({ root }) => root !== provider.root);
  const left = providers.filter((each) => each !== provider && each.root === provider.root);
  const code = left.filter(({ isCode }) => isCode);
  if (code.length > 0) providers = [...others, ...left.filter(({ isCode }) => !isCode), ...code];
  else providers = others;
  return code.length === 0;
}

/**
 * jiti passes plain CommonJS to Node, which would prefer a package installed in the project over the replacement, also
 * when a function requires it later. Node has no public way to intercept its own `require`; this is the one that
 * debuggers use.
 */
function wrapRequire(): void {
  isWrapped = true;
  const load = moduleLoad();
  Reflect.set(Module, '_load', function (this: unknown, name: unknown, ...more: unknown[]) {
    const replacement = typeof name === 'string' ? replacementOf(name, more[0]) : undefined;
    return replacement ?? Reflect.apply(load, this, [name, ...more]);
  });
}

/** Runs a script as the main module of the process. */
export function runMain(script: string): void {
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

/** Returns the replacement of a package. @param parent The module that requires it @returns undefined to use the installed package */
function replacementOf(name: string, parent: unknown): object | undefined {
  if (!providers.some(({ packages }) => Object.hasOwn(packages, name))) return undefined;
  const file: unknown = isRecord(parent) ? parent['filename'] : undefined;
  if (typeof file !== 'string') return undefined;
  const own = providers.findLast(({ root }) => file.startsWith(root + sep));
  // Packages of a project need not be installed inside of its folder.
  const isInstalled = file.includes(`${sep}node_modules${sep}`);
  const { packages } = own ?? (isInstalled ? providers.at(-1) : undefined) ?? {};
  return packages && Object.hasOwn(packages, name) ? packages[name] : undefined;
}
