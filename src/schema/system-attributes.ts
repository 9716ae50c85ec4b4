// In charge of the attributes that every content-type has, asked for or not (docs/strapi/storage.md, "System columns").
import { ADMIN_USER } from './built-in/uids.ts';
import type { Attribute, RelationAttribute, ScalarAttribute, ScalarType } from './types.ts';

interface SystemOptions {
  readonly localized: boolean;
  readonly creators: boolean;
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

/** True for `createdBy` and `updatedBy`: no schema file can give these names to relations of its own. */
export function isCreator({ name }: RelationAttribute): boolean {
  return CREATORS.has(name);
}

/**
 * A type's attributes with the system ones. One that the schema names itself keeps its place and becomes the
 * system one, as in Strapi.
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
