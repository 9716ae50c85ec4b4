// Import of files and settings from an archive.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { entriesOf, type ArchiveContents } from '../../../test/support/archives.ts';
import { makeImportTarget } from '../../../test/support/import-target.ts';
import { fromDriverValue } from '../stored-values.ts';

const { made, run, archive, files: newFiles } = await makeImportTarget();

describe('files', () => {
  const file = (url: string, formats: unknown): object => ({
    type: 'plugin::upload.file',
    id: 5,
    data: { name: 'x', hash: 'x', ext: '.png', url, formats, provider: 'aws-s3', documentId: 'f' },
  });
  const asset = (name: string, metadata: object): ArchiveContents => ({
    [`assets/metadata/${name}.json`]: JSON.stringify(metadata),
    [`assets/uploads/${name}`]: `bytes of ${name}`,
  });

  test('from another store get URLs of this one', async () => {
    const there = 'https://bucket.example/';
    const formats = { small: { url: `${there}small_x.png`, width: 5 }, large: { url: 'kept' } };
    const files = newFiles();
    const assets = {
      ...asset('x.png', { id: 5, mime: 'image/png' }),
      ...asset('small_x.png', { id: 5, type: 'small' }),
      ...asset('nobody.png', { id: 77 }),
    };
    await run(entriesOf(archive({ entities: [file(`${there}x.png`, formats)], assets })), {
      files,
    });
    const [row] = await made.sql('select url, provider, formats from files');
    expect(row).toMatchObject({ url: '/uploads/x.png', provider: 'local' });
    expect(fromDriverValue('json', row?.['formats'])).toEqual({
      small: { url: '/uploads/small_x.png', width: 5 },
      large: { url: 'kept' },
    });
    expect(readFileSync(path.join(files.target, 'small_x.png'), 'utf8')).toBe(
      'bytes of small_x.png',
    );
  });

  test('are not placed if a later entry is invalid', async () => {
    const files = newFiles();
    const assets = asset('x.png', { id: 5 });
    const wrong = { ...archive({ assets }), 'links/links_00001.jsonl': ['no link'] };
    await expect(run(entriesOf(wrong), { files })).rejects.toThrow('expected an object');
    expect(readdirSync(files.target)).toEqual([]);
  });

  test('with hidden names and unknown entries are skipped', async () => {
    const assets = {
      ...asset('._x.png', { id: 5 }),
      'assets/other/x': '',
      'assets/uploads/.incoming/x': '',
    };
    const report = await run(entriesOf({ ...archive({ assets }), 'readme.txt': 'x' }));
    expect(report.skipped).toEqual([
      { kind: 'unknown entries', count: 5, first: 'assets/metadata/._x.png.json' },
    ]);
  });

  test.each([['a/b.png'], ['n'.repeat(300)]])('with the name %s are rejected', async (name) => {
    const assets = { [`assets/uploads/${name}`]: 'x' };
    await expect(run(entriesOf(archive({ assets })))).rejects.toThrow(
      'exports do not contain such names',
    );
  });
});

describe('logos of the admin panel', () => {
  const logo = { name: 'l.png', hash: 'l_1', ext: '.png', url: 'https://bucket.example/l_1.png' };
  const value = { menuLogo: { ...logo, __transferBuffer: 'bG9nbw==' }, authLogo: null };
  const setting = { id: 4, key: 'core_admin_project-settings', value, type: 'object' };
  const contents = archive({ configuration: [{ type: 'core-store', value: setting }] });
  const stored = async (): Promise<unknown> => {
    const [row] = await made.sql('select value from strapi_core_store_settings');
    return JSON.parse(String(row?.['value']));
  };

  test('are stored as files', async () => {
    const files = newFiles();
    await run(entriesOf(contents), { files });
    expect(readFileSync(path.join(files.target, 'l_1.png'), 'utf8')).toBe('logo');
    const moved = { ...logo, url: '/uploads/l_1.png', provider: 'local' };
    expect(await stored()).toEqual({ menuLogo: moved, authLogo: null });
  });

  test('are skipped without files', async () => {
    const files = newFiles();
    await run(entriesOf(contents), {
      files,
      scope: { content: false, files: false, config: true },
    });
    expect(readdirSync(files.target)).toEqual([]);
    expect(await stored()).toEqual({ menuLogo: logo, authLogo: null });
  });

  test('with a path in their name are rejected', async () => {
    const menuLogo = { ...value.menuLogo, hash: '../../l' };
    const configuration = [{ type: 'core-store', value: { ...setting, value: { menuLogo } } }];
    const running = run(entriesOf(archive({ configuration })));
    await expect(running).rejects.toThrow('exports do not contain such names');
  });
});

describe('settings', () => {
  test('and webhooks are stored unchanged, with their ids', async () => {
    const setting = {
      id: 4,
      key: 'plugin_x',
      value: { a: [1, null] },
      type: 'object',
      environment: null,
      tag: 't',
    };
    const webhook = {
      id: 9,
      name: 'w',
      url: 'https://x.example',
      headers: { a: 'b' },
      events: ['entry.create'],
      enabled: true,
    };
    const configuration = [
      { type: 'core-store', value: setting },
      { type: 'core-store', value: { ...setting, id: 'x' } },
      { type: 'webhook', value: webhook },
      { type: 'other', value: {} },
    ];
    const report = await run(entriesOf(archive({ configuration })));
    expect(await made.sql('select * from strapi_core_store_settings')).toEqual([
      { ...setting, value: '{"a":[1,null]}' },
    ]);
    const [stored] = await made.sql('select * from strapi_webhooks');
    expect(stored).toMatchObject({ id: 9, name: 'w', url: 'https://x.example', enabled: 1 });
    expect(fromDriverValue('json', stored?.['events'])).toEqual(['entry.create']);
    expect(report).toMatchObject({ settings: 1, webhooks: 1 });
    expect(report.skipped).toHaveLength(2);
  });
});
