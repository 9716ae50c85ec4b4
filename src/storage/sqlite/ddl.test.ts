import BetterSqlite from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  kitchenRegistry,
  namesRegistry,
  vendored,
} from '../../../test/support/vendored-projects.ts';
import type { Registry } from '../../schema/registry.ts';
import { createLayout } from '../layout/layout.ts';
import { sqliteDdl } from './ddl.ts';
import { definitionOf } from './introspect.ts';

interface Structure {
  readonly columns: readonly unknown[];
  readonly indexes: readonly unknown[];
  readonly foreignKeys: readonly unknown[];
}

/** The structure of the tables of a script, without constraint names, repeated keys and Quoin's own indexes. */
function structureOf(script: string): Readonly<Record<string, Structure>> {
  const db = new BetterSqlite(':memory:');
  db.exec(script);
  const pragma = (sql: string): readonly Record<string, unknown>[] => db.pragma(sql) as never;
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all() as readonly string[];
  const structures = tables.map((table): [string, Structure] => [
    table,
    {
      columns: pragma(`table_info(\`${table}\`)`).map((column) => ({
        ...column,
        type: String(column['type']),
      })),
      indexes: pragma(`index_list(\`${table}\`)`)
        .filter(({ name }) => !String(name).startsWith('quoin_'))
        .map(({ name, unique }) => ({
          name,
          unique,
          columns: pragma(`index_info(\`${String(name)}\`)`).map((column) => column['name']),
        }))
        .toSorted((a, b) => String(a.name).localeCompare(String(b.name))),
      foreignKeys: [
        ...new Set(
          pragma(`foreign_key_list(\`${table}\`)`).map((key) =>
            [key['from'], key['table'], key['to'], key['on_delete']].join(' '),
          ),
        ),
      ].toSorted(),
    },
  ]);
  const sequenced = db
    .prepare(`SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%autoincrement%'`)
    .pluck()
    .get();
  db.close();
  return Object.fromEntries([...structures, ['(with autoincrement)', sequenced as never]]);
}

/** All tables except our own. */
function scriptOf(registry: Registry): string {
  return createLayout(registry)
    .tables.filter(({ name }) => !name.startsWith('quoin_'))
    .flatMap((table) => [
      sqliteDdl.createTable(table),
      ...table.indexes.map((index) => sqliteDdl.createIndex(table, index)),
    ])
    .join(';\n');
}

describe('the tables of a project match those of Strapi', () => {
  it('project kitchen, with the built-in types and Strapi’s own tables', () => {
    const strapi = structureOf(
      readFileSync(vendored('vendor', 'storage', 'kitchen.sqlite.sql'), 'utf8'),
    );
    expect(structureOf(scriptOf(kitchenRegistry()))).toEqual(strapi);
  });

  it('a project of long and odd names, morphs, self relations and column options', () => {
    const strapi = structureOf(
      readFileSync(vendored('vendor', 'storage', 'names.sqlite.sql'), 'utf8'),
    );
    const ours = structureOf(scriptOf(namesRegistry()));
    expect(Object.keys(strapi).length).toBeGreaterThan(15);
    for (const [table, structure] of Object.entries(strapi)) {
      if (!table.startsWith('(')) expect(ours[table], table).toEqual(structure);
    }
  });
});

describe('definitions of indexes', () => {
  it('are equal regardless of names and quotes, but not if only one is unique', () => {
    const plain = definitionOf('CREATE INDEX "a" on "t" ("x")');
    expect(definitionOf('CREATE INDEX `b` ON `t` (`x`)')).toBe(plain);
    expect(definitionOf('CREATE UNIQUE INDEX "a" on "t" ("x")')).not.toBe(plain);
  });

  it('are parsed only from statements that create an index', () => {
    expect(() => definitionOf('DROP INDEX "a"')).toThrow('not a statement that creates an index');
  });
});
