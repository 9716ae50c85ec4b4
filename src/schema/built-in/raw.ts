// Builds the definitions of built-in content-types in the form of schema files.
import type { RawRecord } from '../raw.ts';
import type { RawAttribute, RawDefinition } from '../types.ts';

/** A built-in type in terms of a schema file. */
export interface BuiltIn {
  readonly uid: string;
  readonly collectionName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  /** Other keys of `info`, `options` and `pluginOptions`. */
  readonly info?: RawRecord;
  readonly options?: RawRecord;
  readonly pluginOptions?: RawRecord;
  /** If true, the admin panel shows it. */
  readonly visible?: true;
  readonly attributes: Readonly<Record<string, RawAttribute>>;
  readonly indexes?: readonly RawAttribute[];
}

const HIDDEN = {
  'content-manager': { visible: false },
  'content-type-builder': { visible: false },
};

/** Returns the definition that a schema file would have. */
export function builtIn(type: BuiltIn): RawDefinition {
  const { uid, collectionName, singularName, pluralName, displayName, attributes, indexes } = type;
  const pluginOptions = { ...(type.visible ? {} : HIDDEN), ...type.pluginOptions };
  return {
    modelType: 'contentType',
    uid,
    origin: uid.startsWith('admin::') ? 'admin' : 'plugin',
    file: 'built in',
    json: {
      kind: 'collectionType',
      collectionName,
      info: { ...type.info, singularName, pluralName, displayName },
      options: { draftAndPublish: false, ...type.options },
      ...(Object.keys(pluginOptions).length > 0 ? { pluginOptions } : {}),
      attributes,
      ...(indexes ? { indexes } : {}),
    },
  };
}

/** A relation attribute; `side` names the attribute on the other side, if any. */
export function relation(
  kind: 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany',
  target: string,
  side: { readonly inversedBy?: string; readonly mappedBy?: string } = {},
): RawAttribute {
  return { type: 'relation', relation: kind, target, ...side };
}

/** Keys that Strapi writes after `configurable`, so that files that extend a type are the same. */
const AFTER_CONFIGURABLE = ['required', 'private', 'searchable'];

/** Attributes that cannot be configured. */
export function fixed(
  attributes: Readonly<Record<string, RawAttribute>>,
): Readonly<Record<string, RawAttribute>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, raw]) => {
      const last = Object.entries(raw).filter(([key]) => AFTER_CONFIGURABLE.includes(key));
      const first = Object.entries(raw).filter(([key]) => !AFTER_CONFIGURABLE.includes(key));
      return [name, Object.fromEntries([...first, ['configurable', false], ...last])];
    }),
  );
}

/** Excluded from responses and from `_q`. */
export const SECRET = { private: true, searchable: false } as const;
