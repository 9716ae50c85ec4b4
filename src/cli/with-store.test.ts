import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { openProject } from '../app/project.ts';
import { withoutTimeouts } from './with-store.ts';

const POSTGRES = {
  DATABASE_CLIENT: 'postgres',
  DATABASE_REPLICAS: 'postgres://user@replica/site',
};

test('reads only from the primary and has no timeout', async () => {
  const folder = makeProject({});
  const project = await openProject(folder, { environment: POSTGRES, writeSecrets: false });
  const { database } = withoutTimeouts(project).config;
  expect(project.config.database).toHaveProperty('replicas');
  expect(database).not.toHaveProperty('replicas');
  expect(database).toMatchObject({ client: 'postgres', statementTimeout: 0 });
});

test('does not change an SQLite project', async () => {
  const project = await openProject(makeProject({}), { environment: {}, writeSecrets: false });
  expect(withoutTimeouts(project)).toBe(project);
});
