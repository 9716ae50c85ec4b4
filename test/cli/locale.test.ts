// `quoin locale`: the locales of a project, and which one is the default.
import { expect, test } from 'vitest';
import { localesProject } from '../support/locales-project.ts';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { makeProject } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';

test('creates, lists and deletes locales, and sets the default', async () => {
  const folder = makeProject(localesProject);
  const locale = (...words: readonly string[]) => runQuoin(folder, 'locale', ...words);

  const added = await locale('create', 'fr');
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toContain('Added French (fr).\n');
  expect((await locale('create', 'pt-BR', '--name', 'Brasil', '--default')).stdout).toContain(
    'Added Brasil as the default locale.\n',
  );
  expect((await locale('default', 'fr')).stdout).toBe('fr is now the default locale.\n');
  expect((await locale('list')).stdout).toBe(
    'en       English (en)\nfr       French (fr), the default\npt-BR    Brasil\n',
  );

  changeDatabase(
    folder,
    `insert into labels (document_id, title, locale) values ('d1', 'a', 'pt-BR'), ('d2', 'b', 'fr')`,
  );
  const kept = await locale('delete', 'pt-BR');
  expect([kept.code, kept.stdout]).toEqual([1, '']);
  expect(kept.stderr).toBe(
    'pt-BR has 1 entries, including drafts. To delete them permanently with the locale: quoin locale delete pt-BR --yes\n',
  );
  expect((await locale('delete', 'pt-BR', '--yes')).stdout).toBe('Deleted pt-BR with 1 entries.\n');
  expect(readValue(folder, 'select group_concat(title) from labels')).toBe('b');
  expect((await locale('delete', 'en')).stdout).toBe('Deleted en with 0 entries.\n');
});

test('reports what it rejects', async () => {
  const folder = makeProject({ 'config/server.json': {} });
  const { code, stdout, stderr } = await runQuoin(folder, 'locale', 'create', 'fr-ca');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('There is no locale "fr-ca". Did you mean "fr-CA"? Use a code');
  expect(stderr).not.toContain('    at ');
});
