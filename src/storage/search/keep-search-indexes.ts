// Creates and drops search indexes as the project configures them (docs/decisions/0013). Valid indexes are unchanged.
import type { Database } from '../database.ts';
import { runInSession, type ReadSteps, type Session } from '../session.ts';
import type { SearchDialect, SearchIndex } from './search-dialect.ts';

/** Rows between two progress messages. */
const TOLD = 50_000;

interface Difference {
  /** Names. */
  readonly gone: readonly string[];
  readonly missing: readonly SearchIndex[];
}

/**
 * Creates missing and outdated indexes, and drops unused ones.
 * @param say Receives progress messages, and why an index cannot be created
 * @returns the existing indexes
 */
export async function keepSearchIndexes(
  database: Database,
  wanted: readonly SearchIndex[],
  say: (line: string) => void,
): Promise<readonly SearchIndex[]> {
  const { search } = database.dialect;
  const { gone, missing } = await database.read(difference(search, wanted));
  if (gone.length === 0 && missing.length === 0) return wanted;
  return database.write(async (session) => {
    // Another process may have started at the same time.
    const found = await runInSession(session, difference(search, wanted));
    for (const name of found.gone) await search.drop(session, name);
    const failed = new Map<SearchIndex, string>();
    for (const index of found.missing) {
      const reason = await refusalOf(session, () => make(search, { session, index, say }));
      if (reason !== null) failed.set(index, reason);
    }
    for (const reason of new Set(failed.values())) {
      const uids = [...failed].flatMap(([{ uid }, why]) => (why === reason ? [uid] : []));
      say(
        `Warning: there is no search index of ${uids.join(', ')}, so that a search looks at every row (${reason}).`,
      );
    }
    return wanted.filter((index) => !failed.has(index));
  });
}

function* difference(search: SearchDialect, wanted: readonly SearchIndex[]): ReadSteps<Difference> {
  const there = yield* search.inspect();
  const missing = wanted.filter((index) => there.get(index.name) !== search.definition(index));
  const kept = new Set(wanted.filter((index) => !missing.includes(index)).map(({ name }) => name));
  return { gone: [...there.keys()].filter((name) => !kept.has(name)), missing };
}

interface Making {
  readonly session: Session;
  readonly index: SearchIndex;
  readonly say: (line: string) => void;
}

async function make(search: SearchDialect, { session, index, say }: Making): Promise<void> {
  const begin = performance.now();
  say(`Making the search index of ${index.uid}.`);
  await search.make(session, index, (done, total) => {
    if (done % TOLD === 0 && done < total) say(`  ${done} of ${total} rows`);
  });
  const seconds = (performance.now() - begin) / 1000;
  say(`The search index of ${index.uid} is there (${seconds.toFixed(1)} s).`);
}

/** Why some work failed and was rolled back, or null. */
async function refusalOf(session: Session, work: () => Promise<void>): Promise<string | null> {
  await session.script('SAVEPOINT quoin_search');
  try {
    await work();
    await session.script('RELEASE SAVEPOINT quoin_search');
    return null;
  } catch (error) {
    await session.script('ROLLBACK TO SAVEPOINT quoin_search');
    await session.script('RELEASE SAVEPOINT quoin_search');
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return reason instanceof Error ? reason.message : String(reason);
  }
}
