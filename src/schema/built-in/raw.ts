// In charge of the form that every built-in content-type shares: a schema file that no project has written.
import type { RawRecord } from '../raw.ts';
import type { RawAttribute, RawDefinition } from '../types.ts';

/** What tells one built-in type from another, in the words of a schema file. */
export interface BuiltIn {
  readonly uid: string;
  readonly collectionName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  /** What else `info`, `options` and `pluginOptions` say. */
  readonly info?: RawRecord;
  readonly options?: RawRecord;
  readonly pluginOptions?: RawRecord;
  /** True: the administration shows it. */
  readonly visible?: true;
  readonly attributes: Readonly<Record<string, RawAttribute>>;
  readonly indexes?: readonly RawAttribute[];
}

const HIDDEN = {
  'content-manager': { visible: false },
  'content-type-builder': { visible: false },
};

/** The definition as the loader would give it, had the type a file of its own. */
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
      info: { singularName, pluralName, displayName, ...type.info },
      options: { draftAndPublish: false, ...type.options },
      ...(Object.keys(pluginOptions).length > 0 ? { pluginOptions } : {}),
      attributes,
      ...(indexes ? { indexes } : {}),
    },
  };
}

/** An attribute that links to another type; `side` names the attribute on the other side, if there is one. */
export function relation(
  kind: 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany',
  target: string,
  side: { readonly inversedBy?: string; readonly mappedBy?: string } = {},
): RawAttribute {
  return { type: 'relation', relation: kind, target, ...side };
}

/** Attributes that nobody configures. */
export function fixed(
  attributes: Readonly<Record<string, RawAttribute>>,
): Readonly<Record<string, RawAttribute>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, raw]) => [name, { ...raw, configurable: false }]),
  );
}

/** Kept from answers and from `_q`. */
export const SECRET = { private: true, searchable: false } as const;
