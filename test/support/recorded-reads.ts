// The recorded reads of Strapi, by the project and database that they were recorded on.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestAppOptions } from './app.ts';
import type { RecordedCase } from './recorded-case.ts';
import { vendored } from './vendored-projects.ts';

/** Reads of one project and database. */
export interface RecordedReads {
  readonly options: TestAppOptions;
  /** Each is the response format, whether source maps are encoded, and the URL, with spaces between. */
  readonly steps: Set<string>;
}

/** Collects the GET requests of all cases that leave the database as it is, each once. */
export function recordedReads(): ReadonlyMap<string, RecordedReads> {
  const reads = new Map<string, RecordedReads>();
  const folder = vendored('conformance', 'cases');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const recorded = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedCase;
    const { project = 'kitchen', database, env = {}, exact = false, steps } = recorded;
    if (!exact || database === undefined) continue;
    const key = JSON.stringify([project, database, env]);
    const known = reads.get(key) ?? { options: { project, database, env }, steps: new Set() };
    reads.set(key, known);
    for (const { method = 'GET', path: url, headers = {} } of steps) {
      const format = headers['Strapi-Response-Format'] ?? headers['strapi-response-format'] ?? 'v5';
      const maps = headers['strapi-encode-source-maps'] ?? 'false';
      if (method === 'GET') known.steps.add(`${format} ${maps} ${url}`);
    }
  }
  return reads;
}
