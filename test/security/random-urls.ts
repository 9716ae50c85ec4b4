// In charge of one caller's random requests in two worlds: which paths, ids and values there are to ask for.
import { targetOf } from '../../src/query/plan/names.ts';
import type { Attribute } from '../../src/schema/types.ts';
import type { TestApp } from '../support/app.ts';
import { isAskedByRow, pathsOf } from './asked-types.ts';
import type { Caller } from './callers.ts';
import { RandomReads } from './random-reads.ts';
import type { Random } from './random.ts';
import { rowsOf, type Worlds } from './worlds.ts';

/** Values of a column that are tried. */
const SAMPLES = 12;

export interface Asking {
  readonly caller: Caller;
  readonly random: Random;
  /** How often what the caller may not use is tried, 0 to 1. */
  readonly daring: number;
  /** False leaves out the parameters that ask for drafts. */
  readonly drafts: boolean;
}

/** Makes one request after another. */
export function randomUrls({ one, other }: Worlds, asking: Asking): () => string {
  const { caller, random, daring, drafts } = asking;
  const { registry } = one.store;
  const values = new Map<string, readonly string[]>();
  const valuesOf = (uid: string, attribute: string): readonly string[] => {
    const key = `${uid} ${attribute}`;
    const found = values.get(key) ?? [one, other].flatMap((app) => samples(app, uid, attribute));
    values.set(key, found);
    return found;
  };
  const isOpen = (attribute: Attribute): boolean => {
    const target = attribute.kind === 'media' ? null : targetOf(attribute);
    const isType = target !== null && registry.contentTypes.has(target);
    const isPassword = attribute.kind === 'scalar' && attribute.type === 'password';
    return !attribute.private && !isPassword && (!isType || caller.mayFind(target));
  };
  const reads = new RandomReads({ registry, random, isOpen, valuesOf, daring, drafts });
  const types = [...registry.contentTypes.values()].filter((type) => pathsOf(type).length > 0);
  const open = types.filter(({ uid }) => caller.mayFind(uid));
  return () => {
    const type = random.of(random.chance(0.95) ? open : types);
    const ids = valuesOf(type.uid, isAskedByRow(type) ? 'id' : 'documentId');
    const id = encodeURIComponent(random.of([...ids, 'nothing', '99999']));
    return `${random.of(pathsOf(type)).replace(':id', id)}?${reads.query(type)}`;
  };
}

/** Some values that rows have in a column, as a query says them. */
export function samples(app: TestApp, uid: string, attribute: string): readonly string[] {
  const { layout, registry } = app.store;
  if (attribute === 'documentId' && registry.model(uid).modelType === 'component') return [];
  const isId = attribute === 'id' || attribute === 'documentId';
  if (!isId && registry.attribute(uid, attribute)?.kind !== 'scalar') return [];
  const column = `"${layout.column(uid, attribute)}"`;
  const from = `from "${layout.table(uid)}" where ${column} is not null limit ${SAMPLES}`;
  return rowsOf(app, `select distinct ${column} ${from}`).map(([value]) =>
    String(value).slice(0, 200),
  );
}
