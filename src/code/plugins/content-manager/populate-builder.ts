// `plugin('content-manager').service('populate-builder')`: a `populate` with everything that an entry contains.
import { toRecord, toText, toTexts } from '../../../schema/raw.ts';
import { mergeDeep } from '../../../project/config-files.ts';
import type { Model } from '../../strapi/strapi.ts';
import type { Fields } from '../../strapi/code-values.ts';

/** Builds the `populate` of a type. */
export interface PopulateBuilder {
  /** Counts relations instead of reading them; both by default. */
  countRelations(options?: { readonly toMany?: boolean; readonly toOne?: boolean }): this;
  /** Populates everything. @param level Levels of components, 10 at most and by default */
  populateDeep(level?: number): this;
  /** Overrides what `populateDeep` adds for an attribute. */
  withPopulateOverride(overrides: Fields): this;
  build(): Promise<Fields | undefined>;
}

interface Depth {
  readonly countMany: boolean;
  readonly countOne: boolean;
  /** Remaining levels. */
  readonly levels: number;
}

/** Components may contain each other in a cycle, so the levels are limited. */
const MAX_LEVELS = 10;

type ModelOf = (uid: string) => Pick<Model, 'attributes'> | undefined;

/** @param modelOf Returns a content-type or component */
export function populateBuilder(uid: string, modelOf: ModelOf): PopulateBuilder {
  let depth: Depth = { countMany: false, countOne: false, levels: -1 };
  let overrides: Fields | undefined;
  const builder: PopulateBuilder = {
    countRelations({ toMany = true, toOne = true } = {}) {
      depth = { ...depth, countMany: toMany, countOne: toOne };
      return builder;
    },
    populateDeep(level = MAX_LEVELS) {
      depth = { ...depth, levels: Math.min(level, MAX_LEVELS) };
      return builder;
    },
    withPopulateOverride(more) {
      overrides = { ...toRecord(mergeDeep(overrides ?? {}, more)) };
      return builder;
    },
    async build() {
      if (depth.levels === -1) return overrides;
      return { ...deepPopulate(uid, depth, modelOf), ...overrides };
    },
  };
  return builder;
}

/** Populates everything that an entry links to or contains, with at most 10 levels of components. */
export function everythingIn(uid: string, modelOf: ModelOf): Fields {
  return deepPopulate(uid, { countMany: false, countOne: false, levels: MAX_LEVELS }, modelOf);
}

/** Populates what a view shows: as in Strapi, a list counts only relations to several entries. */
export function populateOfView(uid: string, view: 'list' | 'entry', modelOf: ModelOf): Fields {
  const isEntry = view === 'entry';
  const levels = isEntry ? MAX_LEVELS : 1;
  return deepPopulate(uid, { countMany: true, countOne: isEntry, levels }, modelOf);
}

function deepPopulate(uid: string, depth: Depth, modelOf: ModelOf): Fields {
  const model = depth.levels > 0 ? modelOf(uid) : undefined;
  const attributes = Object.entries(model?.attributes ?? {});
  return Object.fromEntries(
    attributes.flatMap(([name, attribute]) => {
      const populate = populateOf(attribute, depth, modelOf);
      return populate === undefined ? [] : [[name, populate] as const];
    }),
  );
}

/** Undefined for values that are always read. */
function populateOf(attribute: Fields, depth: Depth, modelOf: ModelOf): unknown {
  const below = { ...depth, levels: depth.levels - 1 };
  switch (attribute['type']) {
    case 'relation':
      return relationPopulate(attribute, depth);
    case 'media':
      return { populate: { folder: true } };
    case 'component':
      return { populate: deepPopulate(toText(attribute['component']) ?? '', below, modelOf) };
    case 'dynamiczone': {
      const parts = toTexts(attribute['components']).map(
        (uid) => [uid, { populate: deepPopulate(uid, below, modelOf) }] as const,
      );
      return { on: Object.fromEntries(parts) };
    }
    default:
      return undefined;
  }
}

function relationPopulate({ relation, visible }: Fields, { countMany, countOne }: Depth): unknown {
  // Creators and localizations are always read.
  if (visible === false) return true;
  const isMany = typeof relation === 'string' && /Many$/i.test(relation);
  return (isMany ? countMany : countOne) ? { count: true } : true;
}
