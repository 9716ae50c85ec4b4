import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hash, names, shortName, type NameToken } from './names.ts';
import { snakeCase } from './snake-case.ts';

interface Vectors {
  readonly names: readonly { readonly tokens: readonly NameToken[]; readonly name: string }[];
  readonly snakeCase: Readonly<Record<string, string>>;
  readonly hash: Readonly<Record<string, string>>;
}
const file = new URL('../../../test/vendor/storage/identifiers.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

describe('names measured on Strapi', () => {
  it.each(vectors.names.map(({ tokens, name }) => [name, tokens] as const))(
    '%s',
    (name, tokens) => {
      expect(shortName(tokens)).toBe(name);
    },
  );

  it.each(Object.entries(vectors.snakeCase))('%s in snake case is %s', (text, snake) => {
    expect(snakeCase(text)).toBe(snake);
  });

  it.each(Object.entries(vectors.hash))('the hash of "%s" is %s', (text, digits) => {
    expect(hash(text)).toBe(digits);
  });
});

describe('names', () => {
  it('shortens a shortened table name again within the name of a join table', () => {
    const table = names.table('very_long_content_type_name_that_exceeds_limits_for_sures');
    expect(table).toBe('very_long_content_type_name_that_exceeds_limits_fo5d5a1');
    expect(names.joinTable(table, 'rel')).toBe(
      'very_long_content_type_name_that_exceeds_la8cbb_rel_lnk',
    );
  });

  it('keeps the camel case of a table and splits that of an attribute', () => {
    expect(names.table('ownerThings')).toBe('ownerThings');
    expect(names.column('metaTitle')).toBe('meta_title');
  });

  it('rejects more tokens than can be shortened unambiguously', () => {
    const many = Array.from({ length: 7 }, (_, i) => `${i}`.repeat(30));
    expect(() => shortName(many)).toThrow('cannot be shortened');
  });
});
