// Values that `quoin locale` rejects. Its output is tested in test/cli/locale.test.ts.
import { expect, test, vi } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { share } from '../../test/support/shared.ts';
import { createLocale, deleteLocale, listLocales, makeDefaultLocale } from './locale.ts';

const project = share(async () => {
  const folder = makeProject({ 'config/server.json': {} });
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await listLocales(folder);
  log.mockRestore();
  return folder;
});

const plain = { default: false };

test.each<[string, (folder: string) => Promise<void>, string]>([
  [
    'create fr-ca',
    (folder) => createLocale(folder, 'fr-ca', plain),
    'There is no locale "fr-ca". Did you mean "fr-CA"? Use a code',
  ],
  ['create en', (folder) => createLocale(folder, 'en', plain), 'This locale already exists.'],
  [
    'create with a long name',
    (folder) => createLocale(folder, 'fr', { ...plain, name: 'x'.repeat(51) }),
    'A name may have at most 50 characters.',
  ],
  [
    'default fr',
    (folder) => makeDefaultLocale(folder, 'fr'),
    'There is no locale "fr". List them with: quoin locale list',
  ],
  [
    'delete fr',
    (folder) => deleteLocale(folder, 'fr', { yes: false }),
    'There is no locale "fr". List them with: quoin locale list',
  ],
  [
    'delete en --yes',
    (folder) => deleteLocale(folder, 'en', { yes: true }),
    'en is the default locale and cannot be deleted.',
  ],
])('rejects %s', async (_what, run, message) => {
  await expect(run(project())).rejects.toThrow(message);
});
