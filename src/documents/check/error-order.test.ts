// Order of the errors in a response (docs/strapi/writing.md, "Validation", and as measured for items of
// lists).
import { describe, expect, test } from 'vitest';
import { stoneRegistry } from '../../../test/support/stone-types.ts';
import type { JsonObject } from '../../base/json.ts';
import { checkEntry, type WriteRules } from './check-entry.ts';

const registry = stoneRegistry();
const CREATE: WriteRules = { action: 'create', draft: false };

/** Paths of what is wrong. */
function places(type: string, data: JsonObject, rules: WriteRules = CREATE): readonly string[] {
  const sent = { type: registry.contentType(`api::${type}.${type}`), data };
  return checkEntry(registry, sent, rules).findings.flatMap((finding) =>
    finding.kind === 'failure' ? [finding.failure.path.join('.')] : [],
  );
}

describe('the order of errors', () => {
  test('follows the order of the schema, with nested failures in their attribute', () => {
    const data = {
      sizes: [{}, { name: 5, unit: 'x' }],
      size: {},
      aString: 'xxxxxxxxxxxxxxxxxxxxx',
    };
    expect(places('sample', data)).toEqual([
      'aString',
      'size.name',
      'sizes.0.name',
      'sizes.1.name',
      'sizes.1.unit',
    ]);
  });

  test('puts items with fewer nested failures first', () => {
    const branch = { __component: 'stone.branch' };
    const zone = [
      { ...branch, title: 5, leaf: { name: 5 }, leaves: [{ name: 5 }, { name: 5 }] },
      { __component: 'zz' },
      null,
      { name: 'x' },
      { __component: 'stone.leaf', name: 5 },
      { ...branch, title: 5 },
    ];
    expect(places('rock', { zone })).toEqual([
      'zone.2',
      'zone.1.__component',
      'zone.3.__component',
      'zone.4.name',
      'zone.5.title',
      'zone.5.leaf',
      'zone.0.title',
      'zone.0.leaf.name',
      'zone.0.leaves.0.name',
      'zone.0.leaves.1.name',
    ]);
  });

  test('puts items with a value to look up last', () => {
    const listed = [{ name: 5, code: 'q' }, { name: 5 }, { name: 5, code: 'x' }];
    expect(places('rock', { listed })).toEqual(['listed.1.name', 'listed.0.name', 'listed.2.name']);
  });

  test('treats names that contain each other as one location, the last one first', () => {
    const names = (data: JsonObject) => places('sample', data);
    expect(names({ size: 5, sizes: 5 })).toEqual(['sizes', 'size']);
    expect(names({ size: {}, sizes: [5] })).toEqual(['sizes.0', 'size.name']);
    expect(names({ size: {}, sizes: [{}] })).toEqual(['size.name', 'sizes.0.name']);
    const questions = [{ question: 5, answer: 5 }];
    const sections = [{ __component: 'sections.faq', questions }];
    const draft = { action: 'create', draft: true } as const;
    expect(places('article', { title: 't', sections }, draft)).toEqual([
      'sections.0.questions.0.answer',
      'sections.0.questions.0.question',
    ]);
  });
});
