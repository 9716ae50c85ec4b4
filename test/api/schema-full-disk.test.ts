// Changes of the content model while the disk of the project is full.
import { expect, test } from 'vitest';
import { openLiveServer } from '../support/live-server.ts';
import { newNote } from '../support/note-elements.ts';
import { withMaxFileSize } from '../support/max-file-size.ts';

test('changes of the content model are rejected with 507, change nothing, and succeed once there is space', async () => {
  await using server = await openLiveServer();
  const change = { contentTypes: [newNote({ body: { type: 'text' } })] };
  const rejected = await withMaxFileSize(100, () => server.update(change));
  expect(rejected).toMatchObject({
    status: 507,
    body: { error: { name: 'InsufficientStorageError' } },
  });
  expect(await server.content('GET', '/api/notes')).toMatchObject({ status: 404 });
  expect(await server.update(change)).toMatchObject({ status: 200 });
  expect(await server.content('GET', '/api/notes')).toMatchObject({ status: 200 });
});
