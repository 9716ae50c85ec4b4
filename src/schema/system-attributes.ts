// Attributes that every content-type has (docs/strapi/storage.md, "System columns").
import { ADMIN_USER } from './built-in/uids.ts';
import type { RawRecord } from './raw.ts';
import type { Attribute, RelationAttribute, ScalarAttribute, ScalarType } from './types.ts';

interface SystemOptions {
  readonly localized: boolean;
  readonly creators: boolean;
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

/** Returns true for `createdBy` and `updatedBy`; a schema cannot define relations with these names. */
export function isCreator({ name }: RelationAttribute): boolean {
  return CREATORS.has(name);
}

/** Names of the attributes that every content-type has. */
export const SYSTEM_ATTRIBUTES: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  ...CREATORS,
  'locale',
  'localizations',
]);

/** The properties of `createdBy` and `updatedBy` in a schema, as Strapi shows them. */
export function creatorProperties(isPrivate: boolean): RawRecord & { readonly type: string } {
  return {
    type: 'relation',
    relation: 'oneToOne',
    target: ADMIN_USER,
    configurable: false,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: isPrivate,
  };
}

/**
 * Adds the system attributes of a type. As in Strapi, a schema attribute with such a name keeps its position and
 * becomes the system attribute.
 */
export function withSystemAttributes(
  uid: string,
  attributes: ReadonlyMap<string, Attribute>,
  { localized, creators }: SystemOptions,
): ReadonlyMap<string, Attribute> {
  return new Map<string, Attribute>([
    ...attributes,
    ...[
      time('createdAt'),
      time('updatedAt'),
      time('publishedAt'),
      creator('createdBy', creators),
      creator('updatedBy', creators),
      { ...scalar('locale', 'string'), private: !localized },
      { ...base('localizations', !localized), kind: 'localizations' as const, target: uid },
    ].map((attribute): [string, Attribute] => [attribute.name, attribute]),
  ]);
}

function base(name: string, hidden: boolean) {
  return { name, private: hidden, searchable: true, writable: false, localized: false, raw: {} };
}

function scalar(name: string, type: ScalarType): ScalarAttribute {
  return { ...base(name, false), kind: 'scalar', type };
}

function time(name: string): ScalarAttribute {
  return scalar(name, 'datetime');
}

function creator(name: string, visible: boolean): Attribute {
  return {
    ...base(name, !visible),
    kind: 'relation',
    relation: 'oneToOne',
    target: ADMIN_USER,
    useJoinTable: false,
  };
}
