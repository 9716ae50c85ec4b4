import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineRegistry } from '../define.ts';
import type { RawAttribute } from '../types.ts';
import { builtInDefinitions } from './definitions.ts';

interface Facts {
  readonly collectionName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  readonly indexes: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly type: string | null;
  }[];
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** As stored by Strapi 5.54, without system attributes and keys that only its admin panel reads. */
const file = new URL('../../../test/vendor/storage/built-in-types.json', import.meta.url);
const facts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Facts>>;
const registry = defineRegistry(builtInDefinitions);
const SYSTEM = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
];

/** An attribute without keys that do not affect its storage. */
function stored(raw: RawAttribute): RawAttribute {
  const { configurable: _, collectionName: __, ...rest } = raw;
  const isSaid = ([key, value]: [string, unknown]): boolean =>
    value !== false || (key !== 'required' && key !== 'unique');
  return Object.fromEntries(Object.entries(rest).filter(isSaid));
}

describe('built-in types', () => {
  it('are the same as those of Strapi', () => {
    expect([...registry.contentTypes.keys()].toSorted()).toEqual(Object.keys(facts).toSorted());
  });

  it.each(Object.entries(facts))(
    '%s has the attributes and flags of Strapi, in its order',
    (uid, strapi) => {
      const type = registry.contentType(uid);
      const own = [...type.attributes].filter(([name]) => !SYSTEM.includes(name));
      expect(own.map(([name]) => name)).toEqual(Object.keys(strapi.attributes));
      expect(Object.fromEntries(own.map(([name, { raw }]) => [name, stored(raw)]))).toEqual(
        strapi.attributes,
      );
      const { collectionName, singularName, pluralName, displayName } = type;
      const { attributes: _, indexes, ...names } = strapi;
      expect({ collectionName, singularName, pluralName, displayName }).toEqual(names);
      expect(type.indexes ?? []).toEqual(
        indexes.map((index) => ({
          name: index.name,
          columns: index.columns,
          unique: index.type === 'unique',
        })),
      );
    },
  );

  it('have neither drafts nor locales nor routes', () => {
    for (const type of registry.contentTypes.values()) {
      expect([type.draftAndPublish, type.localized, type.origin === 'api']).toEqual([
        false,
        false,
        false,
      ]);
    }
  });

  it('reference only each other, with matching inverse sides', () => {
    for (const { attributes } of registry.contentTypes.values()) {
      for (const attribute of attributes.values()) {
        if (attribute.kind !== 'relation') continue;
        const { inversedBy, mappedBy, name, target } = attribute;
        const other = registry.contentType(target).attributes.get(inversedBy ?? mappedBy ?? '');
        if (inversedBy) expect(other).toMatchObject({ mappedBy: name });
        if (mappedBy) expect(other).toMatchObject({ inversedBy: name });
      }
    }
  });
});
