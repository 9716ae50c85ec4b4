// Lines of a plan, and patches of its files.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { patchOf } from './patch.ts';
import { planGroups } from './plan-lines.ts';
import { parsePlan } from './plan.ts';

const NOTE = 'api::note.note';
const none = { base: { models: {} }, draft: { models: {} } };

function linesOf(steps: readonly JsonObject[]): readonly unknown[] {
  const plan = parsePlan({ steps });
  return planGroups(plan, none).flatMap(({ lines }) =>
    lines.map(({ word, tone, values }) => [word, tone, values['count']]),
  );
}

function step(kind: string, more: JsonObject = {}, count: number | null = null): JsonObject {
  return { step: { kind, uid: NOTE, attribute: 'size', ...more }, count, examples: [] };
}

test('a new type is described in one line', () => {
  const steps = [step('createTable', { attribute: '' }), step('addAttribute')];
  expect(linesOf(steps)).toEqual([['typeAdded', 'ok', 0]]);
});

test('a rename shows the number of values that it keeps', () => {
  const steps = [step('move', { why: 'rename' }, 1000), step('renameAttribute', { from: 'width' })];
  expect(linesOf(steps)).toEqual([['renamed', 'plain', 1000]]);
});

test('incompatible values prevent a change, or are set aside', () => {
  expect(linesOf([step('convert', { to: 'integer', setAsideColumn: null }, 4)])).toEqual([
    ['convertedIncompatible', 'bad', 4],
  ]);
  expect(
    linesOf([step('convert', { to: 'integer', setAsideColumn: 'size_set_aside' }, 4)]),
  ).toEqual([['convertedSetAside', 'warn', 4]]);
  expect(linesOf([step('convert', { to: 'integer', setAsideColumn: null }, 0)])).toEqual([
    ['converted', 'plain', 0],
  ]);
});

test('stricter rules, options and removals show what they affect', () => {
  expect(
    linesOf([
      step('tighten', { rule: { name: 'maxLength', limit: 10 } }, 6),
      step('tighten', { rule: { name: 'enum', removed: ['a'] } }, 0),
      step('switchOption', { option: 'drafts', on: false, attribute: '' }, 2),
      step('keepAttribute', {}, 12),
      step('setAside'),
    ]),
  ).toEqual([
    ['maxLength', 'warn', 6],
    ['enum', 'plain', 0],
    ['draftsOff', 'warn', 2],
    ['removed', 'warn', 12],
  ]);
});

test('a patch changes, creates and deletes files', () => {
  const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  const patch = patchOf([
    { path: 'a.json', before, after: before.replace('5\n', 'five\n') },
    { path: 'b.json', before: null, after: '{}\n' },
    { path: 'c.json', before: '{}\n', after: null },
  ]);
  expect(patch).toBe(`diff --git a/a.json b/a.json
--- a/a.json
+++ b/a.json
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
diff --git a/b.json b/b.json
new file mode 100644
--- /dev/null
+++ b/b.json
@@ -0,0 +1,1 @@
+{}
diff --git a/c.json b/c.json
deleted file mode 100644
--- a/c.json
+++ /dev/null
@@ -1,1 +0,0 @@
-{}
`);
});
