import { expect, test } from 'vitest';
import { openLiveServer } from '../support/live-server.ts';
import { newNote } from '../support/note-elements.ts';

const REGISTER = `module.exports = {
  register({ strapi }) {
    if (strapi.contentTypes['api::note.note']) throw new Error('no notes');
  },
};`;

test('the running code remains active if the code for a changed model cannot be loaded', async () => {
  await using server = await openLiveServer(true, { 'src/index.js': REGISTER });
  const strapi: unknown = Reflect.get(globalThis, 'strapi');
  const { status } = await server.update({ contentTypes: [newNote({ body: { type: 'text' } })] });
  expect(status).toBe(400);
  expect(Reflect.get(globalThis, 'strapi')).toBe(strapi);
});
