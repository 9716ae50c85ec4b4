// Lines of rows: each row of a content-type with its components, as Strapi exports them (docs/strapi/archives.md).
import type { ContentType } from '../../schema/types.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { ReadSteps, Row } from '../../storage/session.ts';
import { readPage } from '../../storage/statements/table-pages.ts';
import { ComponentTexts, type ReadDependencies } from './component-texts.ts';

/** Receives lines while a database is read. */
export interface LineSink {
  line(text: string): void;
}

/** Inputs of an export of rows. */
export interface EntityLinesDependencies extends ReadDependencies {
  readonly dialect: Dialect;
  readonly into: LineSink;
  /** Receives the number of rows that were read. */
  step(rows: number): void;
}

/** Less than every id; PostgreSQL compares 32-bit integers. */
const LEAST_ID = -(2 ** 31);

/** Maximum number of rows per page; fewer if rows are large. */
const MAX_PAGE = 200;
const FIRST_PAGE = 50;

/** Approximate maximum size of a page in characters. */
const PAGE_LENGTH = 4_000_000;

/** Writes the lines of a type. @returns the number of rows */
export function* writeEntities(
  type: ContentType,
  dependencies: EntityLinesDependencies,
): ReadSteps<number> {
  const texts = new ComponentTexts(dependencies);
  const { table, columns } = texts.rowsOf(type.uid);
  let after = LEAST_ID;
  let limit = FIRST_PAGE;
  let count = 0;
  for (;;) {
    const page: readonly Row[] = yield* readPage(dependencies.dialect, {
      table,
      columns,
      after,
      limit,
    });
    const last = page.at(-1);
    if (!last) return count;
    const lines = yield* linesOf(type, page, texts);
    for (const line of lines) dependencies.into.line(line);
    dependencies.step(page.length);
    count += page.length;
    after = Number(last[0]);
    limit = nextLimit(lines);
  }
}

function* linesOf(
  type: ContentType,
  page: readonly Row[],
  texts: ComponentTexts,
): ReadSteps<readonly string[]> {
  const rows = texts.rowsOf(type.uid);
  const inner = yield* texts.inside(
    type,
    page.map((row) => Number(row[0])),
  );
  return page.map((row) => {
    const id = Number(row[0]);
    const data = `{${rows.write(row)}${inner(id)}}`;
    return `{"type":${JSON.stringify(type.uid)},"id":${id},"data":${data}}`;
  });
}

/** Number of rows that had the size of a page recently. */
function nextLimit(lines: readonly string[]): number {
  const length = lines.reduce((sum, line) => sum + line.length, 1);
  return Math.min(MAX_PAGE, Math.max(1, Math.floor((PAGE_LENGTH / length) * lines.length)));
}
