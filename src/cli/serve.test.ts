import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../../test/support/project-folder.ts';
import { openProject } from '../app/project.ts';
import { publicAddresses } from '../app/public-addresses.ts';
import { listenAddressOf } from './serve.ts';

test('links in emails use the address of the server', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const project = await openProject(folder, { environment: {} });
  const addressOf = (address: Parameters<typeof listenAddressOf>[1]): string =>
    publicAddresses(listenAddressOf(project, address).config).server;
  expect([addressOf({}), addressOf({ port: 8080 }), addressOf({ host: '127.0.0.1' })]).toEqual([
    'http://localhost:1337',
    'http://localhost:8080',
    'http://127.0.0.1:1337',
  ]);
});
