import { describe, expect, test } from 'vitest';
import { lifecyclesOf, readLifecycles } from './lifecycles.ts';

const STEPS = ['Create', 'Update', 'Delete', 'FindOne', 'FindMany', 'Count'];

describe('the hooks of a file', () => {
  const hook = (): void => {};

  test.each([
    [{ beforeCreate: hook, afterFindMany: hook, mine: hook }, ['beforeCreate', 'afterFindMany']],
    [{ beforeCreate: null, afterCreate: 'x' }, []],
    [Object.create({ afterDelete: hook }), ['afterDelete']],
    [{}, []],
    [undefined, []],
  ])('%j', (exported: unknown, names) => {
    expect(readLifecycles(exported)).toEqual(names);
  });

  test('what is no object is refused', () => {
    expect(() => readLifecycles(hook)).toThrow('it exports no lifecycles');
  });
});

describe('the hooks that an action runs', () => {
  // Measured on Strapi 5.54.0 with a file that has them all.
  test.each([
    ['collectionType', false, 'find', 'FindMany Count'],
    ['collectionType', false, 'findOne', 'FindOne'],
    ['collectionType', false, 'create', 'Create FindOne'],
    ['collectionType', false, 'update', 'Update FindOne'],
    ['collectionType', false, 'delete', 'Delete FindOne FindMany'],
    ['collectionType', true, 'find', 'FindMany Count'],
    ['collectionType', true, 'findOne', 'FindOne'],
    ['collectionType', true, 'create', 'Create FindOne FindMany'],
    ['collectionType', true, 'update', 'Create Update Delete FindOne FindMany'],
    ['collectionType', true, 'delete', 'Delete FindOne FindMany'],
    ['singleType', false, 'find', 'FindOne'],
    ['singleType', false, 'update', 'Create Update FindOne'],
    ['singleType', false, 'delete', 'Delete FindOne FindMany'],
    ['singleType', true, 'update', 'Create Update Delete FindOne FindMany'],
  ] as const)('%s, versioned: %s, %s: %s', (kind, versioned, action, steps) => {
    const hooks = STEPS.map((step) => `after${step}`);
    expect(lifecyclesOf(action, { kind, versioned }, hooks)).toEqual(
      steps.split(' ').map((step) => `after${step}`),
    );
  });

  test('those for many rows count as those for one', () => {
    const type = { kind: 'collectionType', versioned: false } as const;
    const hooks = ['beforeCreateMany', 'afterUpdateMany', 'beforeDeleteMany'];
    const run = (action: 'create' | 'update' | 'delete'): readonly string[] =>
      lifecyclesOf(action, type, hooks);
    expect([run('create'), run('update'), run('delete')]).toEqual(hooks.map((hook) => [hook]));
  });
});
