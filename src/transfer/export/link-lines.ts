// Lines of links: reads them page by page and skips those with a missing end.
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { readPage } from '../../storage/statements/table-pages.ts';
import type { LineSink } from './entity-lines.ts';
import type { LinkTableSource, ReadLink } from './link-sources.ts';

/** Inputs of an export of links. */
export interface LinkLinesDependencies {
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly statements: RowStatements;
  readonly into: LineSink;
  /** Receives the number of rows that were read. */
  step(rows: number): void;
}

/** Rows per page. */
const PAGE = 500;

/** Less than every id; PostgreSQL compares 32-bit integers. */
const LEAST_ID = -(2 ** 31);

/** Writes the lines of a source. @returns the number of links to missing rows, which are skipped */
export function* writeLinks(
  { table, columns, linkOf }: LinkTableSource,
  dependencies: LinkLinesDependencies,
): ReadSteps<number> {
  let after = LEAST_ID;
  let skipped = 0;
  for (;;) {
    const page = yield* readPage(dependencies.dialect, { table, columns, after, limit: PAGE });
    if (page.length === 0) return skipped;
    const links = page.flatMap((row) => linkOf(row) ?? []);
    const exists = yield* present(links, dependencies);
    for (const link of links) {
      if (exists(link)) dependencies.into.line(JSON.stringify(link.line()));
      else skipped += 1;
    }
    dependencies.step(page.length);
    after = Number(page.at(-1)?.[0]);
  }
}

/** Finds which ends exist, in one statement per type. */
function* present(
  links: readonly ReadLink[],
  { layout, statements }: LinkLinesDependencies,
): ReadSteps<(link: ReadLink) => boolean> {
  const requested = new Map<string, Set<number>>();
  for (const { left, right } of links) {
    for (const { type, id } of [left, right]) {
      if (id !== null) requested.set(type, (requested.get(type) ?? new Set()).add(id));
    }
  }
  const types = [...requested];
  const results = yield types.map(([type, ids]) =>
    statements.selection(layout.table(type), {
      columns: ['id'],
      where: [{ column: 'id', in: [...ids] }],
    }),
  );
  const found = new Map(
    types.map(([type], i) => [type, new Set(results[i]?.map(([id]) => Number(id)))]),
  );
  const isEnd = ({ type, id }: ReadLink['right']): boolean =>
    id === null || found.get(type)?.has(id) === true;
  return ({ left, right }) => isEnd(left) && isEnd(right);
}
