import { expect, test } from 'vitest';
import { createSubscriptions } from '../lifecycles/code-hooks.ts';
import { Observers } from './observers.ts';

const MODELS: Readonly<Record<string, { readonly attributes: object }>> = {
  'api::page.page': {
    attributes: {
      title: { type: 'string' },
      hero: { type: 'component', component: 'page.hero' },
      sections: { type: 'dynamiczone', components: ['page.text'] },
    },
  },
  'page.hero': { attributes: { button: { type: 'component', component: 'page.button' } } },
  'page.button': { attributes: { self: { type: 'component', component: 'page.button' } } },
};

function observe() {
  const subscriptions = createSubscriptions();
  const observers = new Observers({ ...subscriptions, modelOf: (uid) => MODELS[uid] });
  return { ...subscriptions, observers };
}

test.each(['page.hero', 'page.text', 'page.button', 'api::page.page'])(
  'hooks of %s see writes of the type that contains it',
  (uid) => {
    const { lifecycles, observers } = observe();
    lifecycles.subscribe({ models: ['page.other'], beforeCreate() {} });
    expect(observers.seesWrites('api::page.page')).toBe(false);
    lifecycles.subscribe({ models: [uid], beforeCreate() {} });
    expect(observers.seesWrites('api::page.page')).toBe(true);
    expect(observers.seesReads('api::page.page')).toBe(false);
  },
);

test('finds hooks on prototypes, and hooks that are added later', () => {
  const { lifecycles, observers } = observe();
  class Reads {
    readonly models = ['api::page.page'];
    afterFindMany(): void {}
  }
  const end = lifecycles.subscribe(new Reads());
  expect(observers.seesReads('api::page.page')).toBe(true);
  end();
  expect(observers.seesReads('api::page.page')).toBe(false);
  const late: Record<string, unknown> = {};
  lifecycles.subscribe(late);
  expect(observers.seesReads('api::page.page')).toBe(false);
  late['beforeCount'] = () => undefined;
  expect(observers.seesReads('api::page.page')).toBe(true);
  expect(observers.seesWrites('api::page.page')).toBe(false);
});

test('removed hooks see no writes, and disabled hooks can be enabled again', () => {
  const { lifecycles, observers } = observe();
  lifecycles.subscribe(() => undefined);
  lifecycles.subscribeInternally({ beforeDelete() {} });
  lifecycles.disable();
  expect(observers.seesReads('api::page.page')).toBe(true);
  lifecycles.clear();
  lifecycles.addModel('api::page.page', { beforeDelete() {} });
  expect(observers.seesAnything()).toBe(false);
  expect(observers.seesWrites('api::page.page')).toBe(false);
});

test('document middlewares see the calls of all types', () => {
  const { middlewares, observers } = observe();
  const end = middlewares.use((_call, next) => next());
  expect([observers.seesCalls(), observers.seesWrites('x'), observers.seesReads('x')]).toEqual([
    true,
    true,
    false,
  ]);
  end();
  expect(observers.seesAnything()).toBe(false);
});

test.each([undefined, null, 5, 'beforeCreate'])('%s is not a subscriber', (value) => {
  expect(() => observe().lifecycles.subscribe(value)).toThrow('Invalid subscriber');
});
