// In charge of finding what a half write would leave in a database: rows that hang on nothing, and links that lead
// nowhere.
import type BetterSqlite from 'better-sqlite3';
import type { Registry } from '../../src/schema/registry.ts';
import type { Layout } from '../../src/storage/layout.ts';
import { names } from '../../src/storage/names.ts';

/** A content model, and where it is stored. */
interface ContentModel {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** A line for each kind of orphan that a database has, with the ids of some. */
export function findOrphans(
  connection: BetterSqlite.Database,
  { registry, layout }: ContentModel,
): readonly string[] {
  const found: string[] = [];
  const look = (what: string, sql: string): void => {
    const rows = connection.prepare(sql).raw().all() as unknown[][];
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`);
  };
  for (const broken of connection.pragma('foreign_key_check') as object[]) {
    found.push(`foreign key ${JSON.stringify(broken)}`);
  }
  const owners = [...registry.models()].filter(({ attributes }) =>
    [...attributes.values()].some(({ kind }) => kind === 'component' || kind === 'dynamiczone'),
  );
  const places = owners.map((model) => quote(names.componentsTable(model.collectionName)));
  for (const { uid } of registry.components.values()) {
    const table = quote(layout.table(uid));
    const held = places.map(
      (place) => `select cmp_id from ${place} where component_type = '${uid}'`,
    );
    const isHeld = held.length === 0 ? '1 = 0' : `id in (${held.join(' union all ')})`;
    look(`components ${uid} that stand nowhere`, `select id from ${table} where not (${isHeld})`);
    for (const place of places) {
      look(
        `places in ${place} of components ${uid} that are not there`,
        `select id from ${place} where component_type = '${uid}' and cmp_id not in (select id from ${table})`,
      );
    }
  }
  const morphs = quote('files_related_mph');
  for (const { uid } of registry.models()) {
    look(
      `media of ${uid} that is not there`,
      `select id from ${morphs} where related_type = '${uid}' and related_id not in (select id from ${quote(layout.table(uid))})`,
    );
  }
  return found;
}

function quote(name: string): string {
  return `"${name}"`;
}
