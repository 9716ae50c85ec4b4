// In charge of whether and how a project's server tells numbers: as `metrics` of config/quoin says.
import type { KeptAnswers } from '../http/kept-answers.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Peers } from '../http/metrics/peers.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

/** What tells the numbers of a project's server; null where it is switched off. */
export async function makeMetrics(
  { config }: Project,
  { database }: Store,
  parts: { readonly answers: KeptAnswers | null; readonly peers: Peers | null },
): Promise<Metrics | null> {
  const { metrics } = config.quoin;
  if (metrics === null) return null;
  const { Metrics } = await import('../http/metrics/metrics.ts');
  return new Metrics({ ...metrics, database, ...parts });
}
