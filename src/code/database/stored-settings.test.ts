// The store of settings: keys, values of all kinds, and named stores.
import { expect, test } from 'vitest';
import { openWorkshop } from '../../../test/support/workshop.ts';
import { formerContentTypes } from '../strapi/hooks.ts';

test('reads and writes values by type, name and key', async () => {
  await using workshop = await openWorkshop();
  const { store } = workshop;
  const settings = store({ type: 'plugin', name: 'workshop', key: 'settings' });
  expect(await settings.get()).toBeNull();
  const key = 'plugin_workshop_settings';
  const first = await settings.set({ value: { a: 1, list: [1] } });
  expect(first).toMatchObject({ key, value: '{"a":1,"list":[1]}', type: 'object' });
  expect(await settings.get()).toEqual({ a: 1, list: [1] });
  expect(await settings.set({ value: { a: 2 } })).toMatchObject({ key, value: '{"a":2}' });
  expect(await store.get({ type: 'plugin', name: 'workshop', key: 'settings' })).toEqual({ a: 2 });
  await store.set({ type: 'core', name: 'n', key: 'k', value: 'text' });
  await store({ type: 'api', name: 'x' }).set({ key: 'number', value: 5 });
  expect(await store({ type: 'api', name: 'x' }).get({ key: 'number' })).toBe(5);
  expect(await settings.delete()).toMatchObject({ key, value: '{"a":2}' });
  expect(await settings.delete()).toBeNull();
  expect(await settings.get()).toBeNull();
  const rows = await workshop.query('strapi::core-store').findMany({
    where: { key: { $in: ['core_n_k', 'api_x_number'] } },
    select: ['key', 'value', 'type'],
    orderBy: 'key',
  });
  expect(rows).toEqual([
    { key: 'api_x_number', value: '5', type: 'number' },
    { key: 'core_n_k', value: '"text"', type: 'string' },
  ]);
});

test('hooks that run during synchronization see the content-types that Strapi stored', async () => {
  await using workshop = await openWorkshop();
  expect(await formerContentTypes(workshop)).toBeUndefined();
  const stored = { 'api::old.old': { uid: 'api::old.old' } };
  await workshop.query('strapi::core-store').create({
    data: { key: 'strapi_content_types_schema', value: JSON.stringify(stored), type: 'object' },
  });
  expect(await formerContentTypes(workshop)).toEqual(stored);
});
