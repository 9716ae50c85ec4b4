// A request that contains both sides of new relations, and keys that are null, as recorded from Strapi 5.54.0
// (test/conformance/builder-relations.json): the schema files and tables afterwards.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLiveServer } from '../support/live-server.ts';
import type { ProjectFiles } from '../support/project-folder.ts';
import { connect } from '../support/test-database.ts';

interface Recorded {
  readonly files: ProjectFiles;
  readonly request: { readonly data: { readonly contentTypes: readonly unknown[] } };
  /** Schema files afterwards. */
  readonly written: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Link tables of the types. */
  readonly tables: readonly string[];
}

const file = new URL('../conformance/builder-relations.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

test('new relations have the same owners and tables as in Strapi', async () => {
  await using server = await openLiveServer(true, recorded.files);
  expect(await server.update(recorded.request.data)).toEqual({ status: 200, body: {} });
  for (const [name, json] of Object.entries(recorded.written)) {
    // Strapi removes the options of plugins that the request does not contain (D19).
    const options = name.includes('/oo/') ? { i18n: { localized: true } } : json['pluginOptions'];
    const expected = `${JSON.stringify({ ...json, pluginOptions: options }, null, 2)}\n`;
    expect([name, server.file(name)]).toEqual([name, expected]);
  }
  const database = await connect(server.config.database);
  const names = (await database.sql(`select name from sqlite_master where type = 'table'`)).map(
    ({ name }) => String(name),
  );
  await database.close();
  const links = names.filter((name) => /^(?:aa|bb|ss|cc|dd|tt|oo|ee)s_.*_lnk$/.test(name));
  expect(links.toSorted()).toEqual(recorded.tables);
});

test('replaces plugin options that are sent, as Strapi does', async () => {
  await using server = await openLiveServer(true, recorded.files);
  const change = (pluginOptions: unknown) =>
    server.update({
      contentTypes: [
        {
          action: 'update',
          uid: 'api::oo.oo',
          displayName: 'Oo',
          draftAndPublish: false,
          pluginOptions,
          attributes: [],
        },
      ],
    });
  expect(await change({ mine: { a: 1 } })).toMatchObject({ status: 200 });
  const written = () =>
    JSON.parse(server.file('src/api/oo/content-types/oo/schema.json')) as Record<string, unknown>;
  expect(written()['pluginOptions']).toEqual({ mine: { a: 1 } });
  expect(await change({})).toMatchObject({ status: 200 });
  expect(written()['pluginOptions']).toEqual({});
});
