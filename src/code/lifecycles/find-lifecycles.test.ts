// Lifecycle hooks around the reads of document calls.
import { expect, test } from 'vitest';
import { CRATE, openWorkshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { LifecycleEvent } from './lifecycles.ts';

test('find hooks change conditions before a read and rows after it', async () => {
  await using workshop = await openWorkshop();
  const crates = () => workshop.documents(CRATE);
  await crates().create({ data: { name: 'find me' } });
  workshop.hooks.lifecycles.subscribe({
    models: [CRATE],
    beforeFindMany: ({ params }: LifecycleEvent) => {
      if ((params['where'] as Fields)['name'] === 'narrowed') params['where'] = { name: 'nobody' };
    },
    afterFindMany: ({ result }: LifecycleEvent) => {
      for (const row of result as Row[]) row['label'] = 'seen';
    },
    afterFindOne: ({ result }: LifecycleEvent) => {
      if (result) (result as Row)['label'] = 'one';
    },
    afterCount: (event: LifecycleEvent) => {
      event.result = 99;
    },
  });
  expect(await crates().findMany({ filters: { name: 'narrowed' } })).toEqual([]);
  const [row] = await crates().findMany({ filters: { name: 'find me' } });
  expect(row).toMatchObject({ name: 'find me', label: 'seen' });
  expect(await crates().findFirst({ filters: { name: 'find me' } })).toMatchObject({
    label: 'one',
  });
  expect(await crates().count({ filters: { name: 'find me' } })).toBe(1);
});
