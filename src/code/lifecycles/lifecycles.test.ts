// Subscribers of Quoin among those of project code.
import { expect, test } from 'vitest';
import { Lifecycles } from './lifecycles.ts';

test('code cannot remove or disable Quoin’s own subscribers', async () => {
  const lifecycles = new Lifecycles();
  const seen: string[] = [];
  const run = async (): Promise<readonly string[]> => {
    await lifecycles.run('afterDelete', 'api::a.a', {});
    return seen.splice(0);
  };
  lifecycles.subscribeInternally({ afterDelete: () => void seen.push('quoin') });
  lifecycles.subscribe({ afterDelete: () => void seen.push('code') });
  expect(await run()).toEqual(['code', 'quoin']);
  lifecycles.disable();
  expect(await run()).toEqual(['quoin']);
  lifecycles.enable();
  lifecycles.clear();
  expect(await run()).toEqual(['quoin']);
  expect(lifecycles.has('api::a.a', ['Delete'])).toBe(true);
});
