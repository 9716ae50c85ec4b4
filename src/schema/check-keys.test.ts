import { describe, expect, test } from 'vitest';
import { definition } from '../../test/support/vendored-projects.ts';
import { checkDefinitions } from './check.ts';

const INFO = { singularName: 'post', pluralName: 'posts' };

describe('warns about a misspelled key', () => {
  test.each([
    ['of an attribute', { requird: true }, 'attributes.title.requird', 'required'],
    ['with transposed letters', { uniuqe: true }, 'attributes.title.uniuqe', 'unique'],
    ['in another case', { MaxLength: 5 }, 'attributes.title.MaxLength', 'maxLength'],
  ])('%s', (...[, keys, path, meant]) => {
    expect(warningsOf({ title: { type: 'string', ...keys } })).toEqual([[path, meant]]);
  });

  test.each<[string, object, string, string]>([
    ['of the file', { pluginOption: {} }, 'pluginOption', 'pluginOptions'],
    [
      'of options',
      { options: { draftAndPublis: true } },
      'options.draftAndPublis',
      'draftAndPublish',
    ],
    ['of info', { info: { ...INFO, dispalyName: 'x' } }, 'info.dispalyName', 'displayName'],
  ])('%s', (...[, changes, path, meant]) => {
    expect(warningsOf({ title: { type: 'string' } }, changes)).toEqual([[path, meant]]);
  });

  test('in a component', () => {
    const attributes = { title: { type: 'string', privat: true } };
    const { warnings } = checkDefinitions([
      definition('shared.seo', { collectionName: 'seos', attributes }),
    ]);
    expect(warnings.map(({ path }) => path)).toEqual(['attributes.title.privat']);
  });
});

test('accepts keys of plugins, custom fields and Strapi itself', () => {
  const attributes = {
    color: {
      type: 'string',
      customField: 'plugin::color-picker.color',
      options: { format: 'hex' },
      config: {},
      conditions: {},
      hint: 'x',
      placeholder: 'y',
      multiline: true,
      maxItems: 3,
      editable: false,
      icon: 'brush',
      'x-key': 1,
      __meta: {},
      // Not a misspelling if the correct key exists as well.
      require: true,
      required: true,
    },
  };
  const changes = { config: {}, __schema__: {}, globalId: 'Post', foo: 1 };
  expect(warningsOf(attributes, changes)).toEqual([]);
});

function warningsOf(
  attributes: object,
  changes: object = {},
): readonly (readonly [string, string | undefined])[] {
  const { issues, warnings } = checkDefinitions([
    definition('api::post.post', {
      kind: 'collectionType',
      collectionName: 'posts',
      info: { ...INFO, displayName: 'post' },
      attributes,
      ...changes,
    }),
  ]);
  expect(issues).toEqual([]);
  return warnings.map(({ path, message }) => [path, /Did you mean "(.*)"\?/.exec(message)?.[1]]);
}
