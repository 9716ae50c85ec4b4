// PostgreSQL replicas in the settings: an entry inherits missing values from the primary.
import { describe, expect, test } from 'vitest';
import { ConfigReader } from './config-reader.ts';
import type { ProjectIssue } from './project-error.ts';
import { parseReplicas } from './replicas-config.ts';
import type { PostgresServer } from '../base/postgres-server.ts';

const primary: PostgresServer = {
  host: 'a',
  port: 5433,
  database: 'site',
  user: 'me',
  password: 'p@ss/1',
  ssl: { ca: 'x' },
};

/** The same server as one URL. */
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

test('returns no replicas without entries', () => {
  expect(parse(undefined)).toEqual({ servers: [], issues: [] });
  expect(parse(['', ' '])).toEqual({ servers: [], issues: [] });
});

test('an object overrides values of the primary', () => {
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
])('a URL overrides values of the primary: %s', (address, url) => {
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
])('overrides values of a primary that is a URL: %j', (entry, url) => {
  expect(parse([entry], addressed).servers).toEqual([{ ...addressed, url }]);
});

test('splits a string into several replicas, and uses the variable without settings', () => {
  const two = ['postgres://me:p%40ss%2F1@b/site', 'postgres://me:p%40ss%2F1@c:1/site'];
  const text = 'postgres://b, postgres://c:1';
  expect(parse(text).servers.map(({ url }) => url)).toEqual(two);
  expect(parse(undefined, primary, text).servers.map(({ url }) => url)).toEqual(two);
  expect(parse([], primary, text).servers).toEqual([]);
});

describe('reports an invalid server without its value', () => {
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
