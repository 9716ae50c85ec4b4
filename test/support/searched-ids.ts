// Searches also look at documentIds. A generated one contains a given word of three letters once in about 2,000 ids.
import { readValue } from './app-database.ts';
import type { TestApp } from './app.ts';
import type { RecordedCase } from './recorded-case.ts';

/** True if an entry of the server has a documentId that a search of the case finds by its letters. */
export async function hasSearchedId(app: TestApp, { steps }: RecordedCase): Promise<boolean> {
  const words = new Set(
    steps.flatMap(({ path }) => new URLSearchParams(path.split('?')[1]).getAll('_q')),
  );
  const tables = Array.from(
    app.store.registry.contentTypes.values(),
    (type) => type.collectionName,
  );
  for (const word of words) {
    if (!/^[a-z0-9]+$/i.test(word)) continue;
    const ids = tables.map((table) => `select document_id from "${table}"`).join(' union all ');
    const like = `%${word.toLowerCase()}%`;
    const found = await readValue(
      app,
      `select 1 from (${ids}) as ids where document_id like '${like}' limit 1`,
    );
    if (found !== undefined) return true;
  }
  return false;
}
