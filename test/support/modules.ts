// Reads the source tree as a graph: modules with all imports, including type imports, re-exports, dynamic imports and
// types in `import('…')`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type StringLiteral } from 'oxc-parser';

/** When an import loads: `type` never, `late` only when it is reached. */
export type ImportKind = 'start' | 'type' | 'late';

export interface Import {
  readonly kind: ImportKind;
  /** Path of the imported module as in `Module.path`, or null for a package. */
  readonly file: string | null;
  /** Name of the imported package (`node:fs`, `@fastify/cors`), or null for a module. */
  readonly package: string | null;
  /** As written: a part of a package (`date-fns/parseISO`) may cost far less than the whole. */
  readonly specifier: string;
}

export interface Module {
  /** Relative to `src`, with slashes: `query/parse/sort.ts`. */
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
}

/** All TypeScript modules of a folder. */
export function readModules(folder: string): readonly Module[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .toSorted()
    .map((file) => readModule(folder, file.split(path.sep).join('/')));
}

function readModule(folder: string, file: string): Module {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const imports: Import[] = [];
  const note = (kind: ImportKind, specifier: string): void => {
    imports.push(
      specifier.startsWith('.')
        ? {
            kind,
            specifier,
            file: path.posix.join(path.posix.dirname(file), specifier),
            package: null,
          }
        : { kind, specifier, file: null, package: packageOf(specifier) },
    );
  };
  const noteStatement = (
    kind: 'type' | 'value' | undefined,
    source: StringLiteral | null,
  ): void => {
    if (source) note(kind === 'type' ? 'type' : 'start', source.value);
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => noteStatement(importKind, source),
    ExportNamedDeclaration: ({ exportKind, source }) => noteStatement(exportKind, source),
    ExportAllDeclaration: ({ exportKind, source }) => noteStatement(exportKind, source),
    TSImportType: ({ source }) => note('type', source.value),
    ImportExpression: ({ source }) => note('late', constant(file, source)),
  }).visit(program);
  return { path: file, text, isTest: /\.test\.tsx?$/.test(file), imports };
}

/** A computed `import()` names nothing: it may only open files of the project that is served. */
function constant(file: string, source: { readonly type: string }): string {
  if (source.type === 'Literal' && 'value' in source && typeof source.value === 'string') {
    return source.value;
  }
  return `computed:${file}`;
}

function packageOf(specifier: string): string {
  const depth = specifier.startsWith('@') ? 2 : 1;
  return specifier.startsWith('node:') ? specifier : specifier.split('/').slice(0, depth).join('/');
}
