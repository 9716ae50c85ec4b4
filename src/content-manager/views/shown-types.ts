// Content-types and components in the format of the admin panel (docs/strapi/content-manager.md, "Views").
import { FILE, USER } from '../../schema/built-in/uids.ts';
import { toRecord, type RawRecord } from '../../schema/raw.ts';
import { creatorProperties } from '../../schema/system-attributes.ts';
import type { RawDefinition } from '../../schema/types.ts';

/** A content-type or component in the format of the admin panel. */
export interface ShownModel {
  readonly uid: string;
  readonly isDisplayed: boolean;
  readonly apiID: string;
  /** Undefined for components. */
  readonly kind?: string;
  /** Undefined for content-types. */
  readonly category?: string;
  readonly info: unknown;
  readonly options: unknown;
  readonly pluginOptions?: unknown;
  /** In schema order, with `id` first and the system attributes last. */
  readonly attributes: Readonly<Record<string, RawRecord>>;
}

/** Converts a definition to the format of the admin panel. */
export function showModel({ uid, modelType, origin, json }: RawDefinition): ShownModel {
  const raw = toRecord(json);
  const { locale: _locale, ...all } = shownAttributes(toRecord(raw['attributes']));
  // Related entries of files are not shown as a field.
  const { related, ...others } = all;
  const own = uid === FILE && related ? others : all;
  const shown = {
    uid,
    apiID: uid.split(/[.:]/).at(-1) ?? uid,
    info: raw['info'] ?? {},
    options: raw['options'] ?? {},
    ...(raw['pluginOptions'] === undefined ? {} : { pluginOptions: raw['pluginOptions'] }),
  };
  if (modelType === 'component') {
    const attributes = { id: ID, ...own, documentId: TEXT };
    return { ...shown, isDisplayed: true, category: uid.split('.')[0] ?? '', attributes };
  }
  const { visible } = toRecord(toRecord(raw['pluginOptions'])['content-manager']);
  const { populateCreatorFields } = toRecord(raw['options']);
  const creator = withTarget(creatorProperties(populateCreatorFields !== true));
  return {
    ...shown,
    isDisplayed: uid === USER || (origin === 'api' && visible !== false),
    kind: typeof raw['kind'] === 'string' ? raw['kind'] : 'collectionType',
    attributes: {
      id: ID,
      ...own,
      createdAt: TIME,
      updatedAt: TIME,
      createdBy: creator,
      updatedBy: creator,
      documentId: TEXT,
    },
  };
}

const ID = { type: 'integer' };
const TEXT = { type: 'string' };
const TIME = { type: 'datetime' };

function shownAttributes(attributes: RawRecord): Readonly<Record<string, RawRecord>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const raw = toRecord(value);
      return [name, raw['type'] === 'relation' ? withTarget(raw) : raw];
    }),
  );
}

function withTarget(raw: RawRecord): RawRecord {
  const { target: targetModel, relation: relationType } = raw;
  return { ...raw, ...(targetModel === undefined ? {} : { targetModel }), relationType };
}
