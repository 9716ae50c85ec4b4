// In charge of the lines of links: read page by page, those whose ends are both there.
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import type { Reading } from '../../storage/session.ts';
import { readPage } from '../../storage/table-pages.ts';
import type { LineSink } from './entity-lines.ts';
import type { LinkSource, ReadLink } from './link-sources.ts';

/** What is done with the links of an export. */
export interface LinkLinesParts {
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly statements: RowStatements;
  readonly into: LineSink;
  /** Is told of rows that were read. */
  step(rows: number): void;
}

/** Rows that are read at once. */
const PAGE = 500;

/** Less than every id: PostgreSQL compares with integers of 32 bits. */
const LEAST_ID = -(2 ** 31);

/** Writes the lines of one source. @returns how many links lead to rows that are not there: they have no line */
export function* writeLinks(
  { table, columns, linkOf }: LinkSource,
  parts: LinkLinesParts,
): Reading<number> {
  let after = LEAST_ID;
  let lost = 0;
  for (;;) {
    const page = yield* readPage(parts.dialect, { table, columns, after, limit: PAGE });
    if (page.length === 0) return lost;
    const links = page.flatMap((row) => linkOf(row) ?? []);
    const isThere = yield* present(links, parts);
    for (const link of links) {
      if (isThere(link)) parts.into.line(JSON.stringify(link.line()));
      else lost += 1;
    }
    parts.step(page.length);
    after = Number(page.at(-1)?.[0]);
  }
}

/** Looks up the ends of links, in one statement for each type. */
function* present(
  links: readonly ReadLink[],
  { layout, statements }: LinkLinesParts,
): Reading<(link: ReadLink) => boolean> {
  const asked = new Map<string, Set<number>>();
  for (const { left, right } of links) {
    for (const { type, id } of [left, right]) {
      if (id !== null) asked.set(type, (asked.get(type) ?? new Set()).add(id));
    }
  }
  const types = [...asked];
  const answers = yield types.map(([type, ids]) =>
    statements.selection(layout.table(type), {
      columns: ['id'],
      where: [{ column: 'id', in: [...ids] }],
    }),
  );
  const found = new Map(
    types.map(([type], i) => [type, new Set(answers[i]?.map(([id]) => Number(id)))]),
  );
  const isEnd = ({ type, id }: ReadLink['right']): boolean =>
    id === null || found.get(type)?.has(id) === true;
  return ({ left, right }) => isEnd(left) && isEnd(right);
}
