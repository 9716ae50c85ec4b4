// Random requests of a caller on two databases: paths, ids and values.
import { targetOf } from '../../src/query/plan/names.ts';
import type { Attribute } from '../../src/schema/types.ts';
import type { TestApp } from '../support/app.ts';
import { readRows } from '../support/app-database.ts';
import { isReadByRow, pathsOf } from './requested-types.ts';
import type { Caller } from './callers.ts';
import { RandomReads } from './random-reads.ts';
import type { Random } from './random.ts';
import { type Worlds } from './worlds.ts';

/** Values of a column that are tried. */
const SAMPLES = 12;

export interface RequestOptions {
  readonly caller: Caller;
  readonly random: Random;
  /** Probability of something that the caller may not use, 0 to 1. */
  readonly daring: number;
  /** False leaves out the parameters that request drafts. */
  readonly drafts: boolean;
}

/** Creates one request after another. */
export async function randomUrls(
  { one, other }: Worlds,
  asking: RequestOptions,
): Promise<() => string> {
  const { caller, random, daring, drafts } = asking;
  const { registry } = one.store;
  const [here, there] = [await samplesOf(one), await samplesOf(other)];
  const valuesOf = (uid: string, attribute: string): readonly string[] => [
    ...here(uid, attribute),
    ...there(uid, attribute),
  ];
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
    const ids = valuesOf(type.uid, isReadByRow(type) ? 'id' : 'documentId');
    const id = encodeURIComponent(random.of([...ids, 'nothing', '99999']));
    return `${random.of(pathsOf(type)).replace(':id', id)}?${reads.query(type)}`;
  };
}

/** Returns some values of a column, in the format of a query; none if the column does not exist. */
export type Samples = (uid: string, attribute: string) => readonly string[];

/** Reads them all. */
export async function samplesOf(app: TestApp): Promise<Samples> {
  const { layout, registry } = app.store;
  const known = new Map<string, readonly string[]>();
  for (const model of registry.models()) {
    const scalars = [...model.attributes.values()].filter(({ kind }) => kind === 'scalar');
    const ids = model.modelType === 'contentType' ? ['id', 'documentId'] : ['id'];
    const attributes = [...ids, ...scalars.map(({ name }) => name)];
    const columns = attributes.map((name) => `"${layout.column(model.uid, name)}"`);
    const sql = `select ${columns.join(', ')} from "${layout.table(model.uid)}" order by id`;
    const rows = await readRows(app, sql);
    for (const [i, name] of attributes.entries()) {
      const values = new Set(rows.map((row) => row[i]).filter((value) => value !== null));
      const some = [...values].slice(0, SAMPLES).map((value) => String(value).slice(0, 200));
      known.set(`${model.uid} ${name}`, some);
    }
  }
  return (uid, attribute) => known.get(`${uid} ${attribute}`) ?? [];
}
