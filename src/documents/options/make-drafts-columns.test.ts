// Drafts that are switched on (docs/strapi/differences.md, D10) for types whose links are columns: each version has its
// own link.
import { expect, test } from 'vitest';
import { schemasOf, SwitchedProject } from '../../../test/support/switched-project.ts';

const column = (relation: string, target: string, more: object = {}): object => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  useJoinTable: false,
  ...more,
});

const TYPES = {
  thing: {
    held: column('manyToOne', 'page', { inversedBy: 'holding' }),
    one: column('oneToOne', 'page'),
    back: column('oneToOne', 'page', { mappedBy: 'ahead' }),
    up: column('manyToOne', 'thing', { inversedBy: 'down' }),
    down: column('oneToMany', 'thing', { mappedBy: 'up' }),
    any: { type: 'relation', relation: 'morphToOne' },
  },
  page: {
    holding: column('oneToMany', 'thing', { mappedBy: 'held' }),
    ahead: column('oneToOne', 'thing', { inversedBy: 'back' }),
    away: column('oneToOne', 'thing'),
  },
  person: { thing: column('oneToOne', 'thing') },
};

const make = (): SwitchedProject =>
  SwitchedProject.make((options) => schemasOf(TYPES, { page: { drafts: true }, ...options }));

test('creates link columns in both directions, also for rows without drafts', async () => {
  const made = make();
  let project = await made.start({});
  const page = await project.published('page', { title: 'p' });
  const late = await project.draft('page', { title: 'late' });
  const up = await project.published('thing', { title: 'up' });
  const any = [{ documentId: page, __type: 'api::page.page' }];
  const thing = await project.published('thing', { title: 't', held: page, one: late, up, any });
  await project.update(['page', page], { ahead: thing, away: thing });
  await project.update(['page', page], { ahead: up }, 'status=draft');
  const person = await project.published('person', { title: 'x', thing });
  project = await made.start({ thing: { drafts: true } });
  const titles = async (name: string, id: string, attribute: string) => [
    await project.titles(name, [id, attribute], 'status=draft'),
    await project.titles(name, [id, attribute]),
  ];
  expect(await titles('thing', thing, 'held')).toEqual([['p'], ['p']]);
  expect(await titles('page', page, 'holding')).toEqual([['t'], ['t']]);
  expect(await titles('thing', thing, 'one')).toEqual([['late'], []]);
  expect(await titles('thing', thing, 'up')).toEqual([['up'], ['up']]);
  expect(await titles('thing', up, 'down')).toEqual([['t'], ['t']]);
  expect(await titles('page', page, 'ahead')).toEqual([['up'], ['t']]);
  expect(await titles('thing', thing, 'back')).toEqual([[], ['p']]);
  expect(await titles('page', page, 'away')).toEqual([['t'], ['t']]);
  expect((await titles('person', person, 'thing'))[1]).toEqual(['t']);
  for (const status of ['draft', 'published']) {
    const entry = await project.read('thing', thing, `populate=any&status=${status}`);
    expect(entry?.['any']).toMatchObject({ title: 'p' });
  }
  await project.assertWhole();
  await project.act('publish', ['page', late]);
  expect(await titles('thing', thing, 'one')).toEqual([['late'], ['late']]);
  await project.assertWhole();
});
