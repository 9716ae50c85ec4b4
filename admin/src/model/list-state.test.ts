import { expect, test } from 'vitest';
import {
  isFiltered,
  listQuery,
  parseListState,
  parseView,
  requestQuery,
  viewQuery,
  type ListState,
} from './list-state.ts';

const STATE: ListState = {
  search: 'sail',
  page: 3,
  pageSize: 25,
  sort: 'title:DESC',
  filters: [
    { field: 'title', operator: '$contains', value: 'a~b' },
    { field: 'summary', operator: '$null', value: '' },
  ],
  columns: ['summary', 'updatedAt'],
  locale: 'fr',
};

test('round-trips a state', () => {
  expect(parseListState(listQuery(STATE))).toEqual(STATE);
});

test('an empty query is the default state', () => {
  const state = parseListState({});
  expect(state).toEqual({
    search: '',
    page: 1,
    pageSize: null,
    sort: null,
    filters: [],
    columns: null,
    locale: null,
  });
  expect(listQuery(state)).toEqual({});
  expect(isFiltered(state)).toBe(false);
  expect(isFiltered(STATE)).toBe(true);
});

test('ignores invalid parameters', () => {
  const state = parseListState({
    page: '-2',
    pageSize: '7',
    filter: ['title', 'a~hack~b', '~eq~c'],
  });
  expect(state).toMatchObject({ page: 1, pageSize: null, filters: [] });
});

test('the request contains every value', () => {
  expect(requestQuery(STATE, { pageSize: 10, sort: 'title:ASC' })).toEqual({
    page: 3,
    pageSize: 25,
    sort: 'title:DESC',
    locale: 'fr',
    _q: 'sail',
    'filters[$and][0][title][$contains]': 'a~b',
    'filters[$and][1][summary][$null]': 'true',
  });
  expect(requestQuery(parseListState({}), { pageSize: 10, sort: 'title:ASC' })).toMatchObject({
    pageSize: 10,
    sort: 'title:ASC',
    _q: null,
  });
});

test('a saved view contains everything except the page and the locale', () => {
  const state = parseListState({ _q: 'sail', page: '3', sort: 'title:ASC', locale: 'fr' });
  const query = viewQuery(state);
  expect(query).toBe('_q=sail&sort=title:ASC');
  expect(parseView(query)).toMatchObject({ search: 'sail', page: 1, sort: 'title:ASC' });
  expect(parseView(query)).not.toHaveProperty('locale');
});
