// Creates and drops search indexes as the project configures them (docs/decisions/0013). Valid indexes are unchanged.
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../database.ts';
import { messageOfCause, isEnded } from '../errors.ts';
import { inSavepoint, runInSession, type ReadSteps, type Session } from '../session.ts';
import type { SearchDialect, SearchIndex } from './search-dialect.ts';

/** Rows between two progress messages. */
const PROGRESS_INTERVAL = 50_000;

interface Difference {
  /** Names. */
  readonly unused: readonly string[];
  readonly missing: readonly SearchIndex[];
}

/**
 * Creates missing and outdated indexes, and drops unused ones.
 * @param log Receives progress messages, and why an index cannot be created
 * @returns the existing indexes
 */
export async function keepSearchIndexes(
  database: Database,
  configured: readonly SearchIndex[],
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<readonly SearchIndex[]> {
  const { search } = database.dialect;
  const { unused, missing } = await database.read(difference(search, configured));
  if (unused.length === 0 && missing.length === 0) return configured;
  return database.runInTransaction(async (session) => {
    // Another process may have started at the same time.
    const found = await runInSession(session, difference(search, configured));
    for (const name of found.unused) await search.drop(session, name);
    const failed = new Map<SearchIndex, string>();
    for (const index of found.missing) {
      const reason = await rejectionOf(session, () => build(search, { session, index, log }));
      if (reason !== null) failed.set(index, reason);
    }
    for (const reason of new Set(failed.values())) {
      const uids = [...failed].flatMap(([{ uid }, why]) => (why === reason ? [uid] : []));
      log.warn(`No search index for ${uids.join(', ')}: a search reads every row (${reason}).`);
    }
    return configured.filter((index) => !failed.has(index));
  });
}

function* difference(
  search: SearchDialect,
  configured: readonly SearchIndex[],
): ReadSteps<Difference> {
  const existing = yield* search.inspect();
  const missing = configured.filter(
    (index) => existing.get(index.name) !== search.definition(index),
  );
  const valid = configured.filter((index) => !missing.includes(index));
  const names = new Set(valid.map(({ name }) => name));
  return { unused: [...existing.keys()].filter((name) => !names.has(name)), missing };
}

interface Build {
  readonly session: Session;
  readonly index: SearchIndex;
  readonly log: Pick<Logger, 'info'>;
}

async function build(search: SearchDialect, { session, index, log }: Build): Promise<void> {
  const begin = performance.now();
  log.info(`Building the search index of ${index.uid}.`);
  await search.make(session, index, (done, total) => {
    if (done % PROGRESS_INTERVAL === 0 && done < total) log.info(`  ${done} of ${total} rows`);
  });
  const seconds = (performance.now() - begin) / 1000;
  log.info(`Built the search index of ${index.uid} in ${seconds.toFixed(1)} s.`);
}

/** Why some work failed and was rolled back, or null. @throws TransactionError (ended) */
async function rejectionOf(session: Session, work: () => Promise<void>): Promise<string | null> {
  try {
    await inSavepoint(session, work);
    return null;
  } catch (error) {
    if (isEnded(error)) throw error;
    return messageOfCause(error);
  }
}
