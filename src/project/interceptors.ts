// Finds code that intercepts all reads or writes: document service middlewares, lifecycle subscribers, sanitizers. It
// is found by text, because only a start of Strapi would run it; if the affected types are unclear, all count as
// affected.
import { join } from 'node:path';
import type { RouteAction } from './core-router.ts';
import { codeFilesIn, foldersIn, labelOf, readText, type ProjectFolder } from './folder.ts';
import type { CoreRoute } from './route-table.ts';
import { isReleased, type CoreRoutes } from './routes.ts';

/** A file with such code. */
export interface Interceptor {
  /** Path in messages, and name to release it. */
  readonly file: string;
  /** For example `strapi.documents.use`. */
  readonly call: string;
  readonly reads: boolean;
  /** Affected types; null for all. */
  readonly uids: readonly string[] | null;
}

const READS: readonly RouteAction[] = ['find', 'findOne'];

/** Folders whose code does not run in the server or is a copy. */
const LEFT_OUT = ['node_modules', 'admin', 'dist', 'build'];

/** Returns all interceptors in `src` of a project, by file. */
export function findInterceptors(folder: ProjectFolder): readonly Interceptor[] {
  return codeIn(join(folder.root, 'src')).flatMap((path) => {
    const text = withoutComments(readText(path) ?? '');
    const file = labelOf(folder, path);
    return [
      ...(/\bdocuments\s*\??\.\s*use\s*\(/.test(text)
        ? [{ file, call: 'strapi.documents.use', reads: true, uids: null }]
        : []),
      ...(/\bsanitizers\s*\??\.\s*(?:add|set)\s*\(/.test(text)
        ? [{ file, call: 'strapi.sanitizers', reads: true, uids: null }]
        : []),
      ...subscribersIn(text).map((subscriber) => ({ file, ...subscriber })),
    ];
  });
}

/** Returns the routes; affected ones return 501 unless they are released. */
export function interceptRoutes(
  { routes, ...rest }: CoreRoutes,
  interceptors: readonly Interceptor[],
  release: readonly string[],
): CoreRoutes {
  const open = interceptors.filter(({ file }) => !release.includes(file));
  return {
    ...rest,
    routes: routes.map((route) => {
      const own = open.filter((interceptor) => concerns(interceptor, route));
      if (own.length === 0 || isReleased(route, release)) return route;
      const reasons = own.map(({ file, call }) => `${file} calls ${call}`);
      const all = [...(route.blocked ? [route.blocked] : []), ...new Set(reasons)];
      return { ...route, blocked: all.join('; ') };
    }),
  };
}

function concerns({ reads, uids }: Interceptor, { uid, action }: CoreRoute): boolean {
  return (reads || !READS.includes(action)) && (uids === null || uids.includes(uid));
}

/**
 * `strapi.db.lifecycles.subscribe`: for an object literal, its models and hooks are known; a function or a variable
 * may affect anything.
 */
function subscribersIn(text: string): readonly Omit<Interceptor, 'file'>[] {
  const call = /\blifecycles\s*\??\.\s*subscribe\s*\(\s*/;
  return text
    .split(call)
    .slice(1)
    .map((after) => {
      const isObject = after.startsWith('{');
      const list = isObject ? /\bmodels\s*:\s*\[([^\]]*)\]/.exec(after)?.[1] : undefined;
      return {
        call: 'strapi.db.lifecycles.subscribe',
        reads: !isObject || /(?:before|after)(?:Find|Count)/.test(after),
        uids: list === undefined ? null : uidsIn(list),
      };
    });
}

/** Returns the uids in an array of string literals, or null if it contains anything else. */
function uidsIn(list: string): readonly string[] | null {
  const items = list.split(',').map((item) => item.trim());
  const uids = items.filter(Boolean).map((item) => /^(['"`])([\w:.-]+)\1$/.exec(item)?.[2]);
  const known = uids.filter((uid) => uid !== undefined);
  return known.length === uids.length ? known : null;
}

function codeIn(path: string): readonly string[] {
  const inner = foldersIn(path).filter((name) => !LEFT_OUT.includes(name));
  return [...codeFilesIn(path), ...inner.flatMap((name) => codeIn(join(path, name)))];
}

/** Removes lines that begin with a comment; elsewhere, what looks like a comment may be part of a string. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*.*?\*\//gm, '').replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, '');
}
