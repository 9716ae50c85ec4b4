// Further PostgreSQL servers in the settings: whatever an entry leaves out is the primary's.
import { describe, expect, test } from 'vitest';
import { ConfigReader } from './config-reader.ts';
import type { ProjectIssue } from './project-error.ts';
import { parseReplicas, type PostgresServer } from './replicas-config.ts';

const primary: PostgresServer = {
  host: 'a',
  port: 5433,
  database: 'site',
  user: 'me',
  password: 'p@ss/1',
  ssl: { ca: 'x' },
};

/** The same, as one address. */
const addressed: PostgresServer = {
  ...primary,
  url: 'postgres://me:p%40ss%2F1@a:5433/site?sslmode=require',
};

interface Parsed {
  readonly servers: readonly PostgresServer[];
  readonly issues: readonly ProjectIssue[];
}

function parse(replicas: unknown, from = primary, listed?: string): Parsed {
  const issues: ProjectIssue[] = [];
  const value = { connection: replicas === undefined ? {} : { replicas } };
  const sources = [{ file: 'config/database.js', value }];
  const reader = new ConfigReader({ name: 'database', value, sources }, issues);
  return { servers: parseReplicas(reader, listed, from), issues };
}

test('none, where none is named', () => {
  expect(parse(undefined)).toEqual({ servers: [], issues: [] });
  expect(parse(['', ' '])).toEqual({ servers: [], issues: [] });
});

test('an object says what differs', () => {
  const { servers } = parse([
    { host: 'b' },
    { host: 'c', port: '7000', user: 'reader', ssl: false },
  ]);
  expect(servers).toEqual([
    { ...primary, host: 'b' },
    { ...primary, host: 'c', port: 7000, user: 'reader', ssl: false },
  ]);
});

test.each([
  ['postgres://b', 'postgres://me:p%40ss%2F1@b/site'],
  ['postgres://b:6000/', 'postgres://me:p%40ss%2F1@b:6000/site'],
  [
    'postgresql://you:x@b:6000/other?sslmode=disable',
    'postgresql://you:x@b:6000/other?sslmode=disable',
  ],
])('an address says what differs: %s', (address, url) => {
  expect(parse([address]).servers).toEqual([{ ...primary, url }]);
  expect(parse([{ connectionString: address }]).servers).toEqual([{ ...primary, url }]);
});

test.each<readonly [unknown, string]>([
  [{ host: 'b' }, 'postgres://me:p%40ss%2F1@b:5433/site?sslmode=require'],
  [
    { host: 'b', port: 1, database: 'd', user: 'u', password: ':' },
    'postgres://u:%3A@b:1/d?sslmode=require',
  ],
  ['postgres://b', 'postgres://me:p%40ss%2F1@b/site?sslmode=require'],
])('of a primary that is an address: %j', (entry, url) => {
  expect(parse([entry], addressed).servers).toEqual([{ ...addressed, url }]);
});

test('a text is several, and the variable counts where the settings name none', () => {
  const two = ['postgres://me:p%40ss%2F1@b/site', 'postgres://me:p%40ss%2F1@c:1/site'];
  const text = 'postgres://b, postgres://c:1';
  expect(parse(text).servers.map(({ url }) => url)).toEqual(two);
  expect(parse(undefined, primary, text).servers.map(({ url }) => url)).toEqual(two);
  expect(parse([], primary, text).servers).toEqual([]);
});

describe('what names no server is told, without a word of it', () => {
  test.each<readonly [unknown, string]>([
    [5, 'connection.replicas'],
    [{ host: 'b' }, 'connection.replicas'],
    [['secret'], 'connection.replicas[0]'],
    [['mysql://secret'], 'connection.replicas[0]'],
    [[{ host: 'b' }, {}], 'connection.replicas[1]'],
    [[{ host: 'b', port: 'secret' }], 'connection.replicas[0].port'],
    [[null], 'connection.replicas[0]'],
  ])('%j', (replicas, path) => {
    const { issues } = parse(replicas);
    expect(issues).toEqual([{ file: 'config/database.js', path, message: expect.any(String) }]);
    expect(issues[0]?.message).not.toContain('secret');
  });
});
