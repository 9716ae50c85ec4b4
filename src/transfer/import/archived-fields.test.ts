import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/archives.ts';
import { readCustomFields } from './archived-fields.ts';

const FIELD = 'plugin::color-picker.color';
const schema = (uid: string, attributes: object): object => ({ uid, attributes });

function read(...schemas: readonly object[]): ReturnType<typeof readCustomFields> {
  return readCustomFields(
    entriesOf({
      'schemas/schemas_00001.jsonl': schemas,
      'entities/entities_00001.jsonl': 'no JSON',
    }),
  );
}

test('returns attribute types of content-types and components, and reads only the schemas', async () => {
  const typeOf = await read(
    schema('api::post.post', { color: { type: 'string', customField: FIELD } }),
    schema('shared.box', { color: { type: 'json', customField: FIELD }, plain: { type: 'text' } }),
  );
  const at = (uid: string, attribute: string): unknown => typeOf({ uid, attribute, field: FIELD });
  expect([at('api::post.post', 'color'), at('shared.box', 'color')]).toEqual(['string', 'json']);
  expect(at('shared.box', 'plain')).toBe('text');
});

test('uses the type of the same field in another model for an unknown attribute', async () => {
  const typeOf = await read(
    schema('api::post.post', { color: { type: 'string', customField: FIELD } }),
  );
  expect(typeOf({ uid: 'api::new.new', attribute: 'shade', field: FIELD })).toBe('string');
  expect(typeOf({ uid: 'api::new.new', attribute: 'shade', field: 'plugin::a.b' })).toBeUndefined();
});

test('returns no type for an archive without schemas', async () => {
  const typeOf = await readCustomFields(entriesOf({ 'entities/entities_00001.jsonl': 'no JSON' }));
  expect(typeOf({ uid: 'api::post.post', attribute: 'color', field: FIELD })).toBeUndefined();
});
