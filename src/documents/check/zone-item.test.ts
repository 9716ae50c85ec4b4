// Items that a dynamic zone accepts, and errors for others (docs/strapi/writing.md, "Dynamic zones"; D14).
import { describe, expect, test } from 'vitest';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonValue } from '../../base/json.ts';
import { checkEntry } from './check-entry.ts';

describe('zones', () => {
  const all =
    'shared.seo, shared.question, shared.link, shared.dimension, sections.related, sections.quote, sections.hero, sections.gallery, sections.faq';
  const kitchen = kitchenRegistry();
  const checkZone = (sections: JsonValue) =>
    checkEntry(
      kitchen,
      { type: kitchen.contentType('api::article.article'), data: { title: 't', sections } },
      { action: 'create', draft: true },
    );
  const at = ['sections', '0', '__component'];
  const label = 'sections[0].__component';

  test.each<[JsonValue, readonly object[], string | null]>([
    [
      [{ heading: 'H' }],
      [{ path: at, message: `${label} is a required field` }],
      'Cannot build relations store from dynamiczone, component identifier is undefined',
    ],
    [
      [{ __component: 'nope' }],
      [
        {
          path: at,
          message: `${label} must be one of the following values: ${all}`,
          value: 'nope',
        },
      ],
      'Invalid relations',
    ],
    [
      [{ __component: '__proto__' }],
      [
        {
          path: at,
          message: `${label} must be one of the following values: ${all}`,
          value: '__proto__',
        },
      ],
      'Invalid relations',
    ],
    [
      [{ __component: 5 }],
      [{ path: at, message: `${label} must be one of the following values: ${all}`, value: '5' }],
      'Invalid relations',
    ],
    [
      [{ __component: null }],
      [
        {
          path: at,
          message: `${label} must be a \`string\` type, but the final value was: \`null\`.`,
          value: null,
        },
        { path: at, message: `${label} must be one of the following values: ${all}`, value: null },
      ],
      'Cannot build relations store from dynamiczone, component identifier is undefined',
    ],
    [
      [null],
      [
        {
          path: ['sections', '0'],
          message: 'sections[0] must be a `object` type, but the final value was: `null`.',
          value: null,
        },
      ],
      'Invalid relations',
    ],
    [
      'x',
      [
        {
          path: ['sections'],
          message: 'sections must be a `array` type, but the final value was: `"x"`.',
          value: 'x',
        },
      ],
      'Cannot build relations store from dynamiczone, component identifier is undefined',
    ],
    [
      null,
      [
        {
          path: ['sections'],
          message: 'sections must be a `array` type, but the final value was: `null`.',
          value: null,
        },
      ],
      null,
    ],
    [
      // docs/strapi/differences.md, D14.
      [{ __component: 'shared.link', label: 'x' }],
      [
        {
          path: at,
          message: `${label} must be one of the following values: sections.hero, sections.quote, sections.related, sections.gallery, sections.faq`,
          value: 'shared.link',
        },
      ],
      null,
    ],
  ])('%j', (sections, failures, problem) => {
    const { findings, relationError } = checkZone(sections);
    expect(findings).toEqual(failures.map((failure) => ({ kind: 'failure', failure })));
    expect(relationError).toBe(problem);
  });

  test('checks the component of an object that replaces the list', () => {
    expect(checkZone({ __component: 'sections.hero' }).relationError).toBeNull();
    expect(checkZone({ __component: 'nope' }).relationError).toBe('Invalid relations');
  });
});
