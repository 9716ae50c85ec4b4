// In charge of whether and how a project's server keeps answers: as `cache` of config/quoin says.
import { standingTables } from '../auth/standing.ts';
import type { AnswerHeaders } from '../http/headers.ts';
import { KeptAnswers } from '../http/kept-answers.ts';
import { TOLD_AGAIN } from '../http/stage-clock.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

const MEGABYTE = 2 ** 20;

/** What keeps the answers of a project's server; null where it is switched off. */
export function keepAnswers(
  { config }: Project,
  { database, layout }: Store,
  headers: AnswerHeaders,
): KeptAnswers | null {
  const { cache, timing } = config.quoin;
  const { memory, control, keys } = cache;
  if (memory === 0) return null;
  const types = new Map(
    layout.tables.map(({ name, kind, uid }) => [
      name,
      kind === 'model' && uid?.includes('::') === true ? uid : null,
    ]),
  );
  return new KeptAnswers({
    database,
    headers,
    memory: memory * MEGABYTE,
    standing: standingTables(layout),
    again: timing ? TOLD_AGAIN : {},
    caching: { control, keys, keyOf: (table) => types.get(table) ?? null },
  });
}
