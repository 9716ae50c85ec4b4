// Tables whose responses differ between two content models of a project: cached responses from all others stay valid.
import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../project/load.ts';
import type { ChangedTables } from '../../storage/commits/change-feed.ts';
import type { Store } from '../store.ts';

interface ServedModel {
  readonly project: Project;
  readonly store: Pick<Store, 'layout'>;
}

/**
 * Compares two models of a project.
 * @returns null if any response may differ, because the configuration or the routes have changed, or code runs
 */
export function changedTables(previous: ServedModel, next: ServedModel): ChangedTables {
  const [former, current] = [previous.project, next.project];
  if (former.code !== null || current.code !== null) return null;
  if (!isDeepStrictEqual(former.config, current.config)) return null;
  const uids = changedUids(former, current);
  if (hasOtherRoutes(former, current, uids)) return null;
  const formerTables = new Map(previous.store.layout.tables.map((table) => [table.name, table]));
  const tables = new Map(next.store.layout.tables.map((table) => [table.name, table]));
  const names = new Set([...formerTables.keys(), ...tables.keys()]);
  const isChanged = (name: string): boolean => {
    const [one, other] = [formerTables.get(name), tables.get(name)];
    const isOfChanged = [one, other].some((table) => uids.has(table?.uid ?? ''));
    return isOfChanged || !isDeepStrictEqual(one, other);
  };
  return new Set([...names].filter(isChanged));
}

function changedUids(former: Project, current: Project): ReadonlySet<string> {
  const texts = ({ definitions }: Project): ReadonlyMap<string, string> =>
    new Map(definitions.map(({ uid, json }) => [uid, JSON.stringify(json)]));
  const [before, after] = [texts(former), texts(current)];
  const uids = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(uids.filter((uid) => before.get(uid) !== after.get(uid)));
}

/** Returns true if routes of unchanged types have changed. */
function hasOtherRoutes(former: Project, current: Project, uids: ReadonlySet<string>): boolean {
  const ofUnchanged = ({ routes }: Project): readonly unknown[] => [
    ...routes.routes.filter(({ uid }) => !uids.has(uid)),
    ...routes.custom,
  ];
  return !isDeepStrictEqual(ofUnchanged(former), ofUnchanged(current));
}
