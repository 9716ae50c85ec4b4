// Names that every JavaScript object inherits are unknown names for the sanitizers and validators.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Model } from './model.ts';
import { createAPISanitizers } from './sanitize/api-sanitizers.ts';
import { createAPIValidators } from './validate/api-validators.ts';
import { isObject } from './values.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** A name that nothing has, and that no object inherits. */
const UNKNOWN = 'unheardOf';

const vendor = path.resolve(import.meta.dirname, '../../../../test/vendor/strapi-utils');
const models = new Map(
  Object.entries(
    JSON.parse(readFileSync(path.join(vendor, 'models.json'), 'utf8')) as Record<string, Model>,
  ),
);
const getModel = (uid: string): Model | undefined => models.get(uid);
const sanitize = createAPISanitizers({ getModel });
const validate = createAPIValidators({ getModel });

beforeAll(() => {
  Reflect.set(globalThis, 'strapi', {
    config: { get: (_path: string, fallback: unknown) => fallback },
    contentTypes: Object.fromEntries([...models].filter(([uid]) => uid.includes('::'))),
    auth: { verify: () => Promise.resolve() },
  });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'strapi');
});

type Rule = 'input' | 'filters' | 'sort' | 'fields' | 'populate' | 'query';

/** The result of a rule, or its error, with the unknown name instead of the given one. */
async function outcome(rules: object, rule: Rule, { template, name }: Sent): Promise<string> {
  const job = getModel('api::job.job');
  const check: unknown = Reflect.get(rules, rule);
  if (typeof check !== 'function') throw new Error(`${rule} is not a function`);
  // As in a parsed body, `__proto__` is a key.
  const value: unknown = JSON.parse(template.replaceAll('NAME', name));
  let result: unknown;
  try {
    result = await Reflect.apply(check, rules, [value, job, { auth: {} }]);
  } catch (error) {
    result = isObject(error) ? [error['name'], error['message'], error['details']] : error;
  }
  return describeValue(result).replaceAll(name, UNKNOWN);
}

interface Sent {
  readonly template: string;
  readonly name: string;
}

/** JSON that contains functions. */
function describeValue(value: unknown): string {
  return JSON.stringify([value], (_key, inner: unknown) =>
    typeof inner === 'function' ? `function ${inner.name}` : inner,
  );
}

const VALUES: readonly (readonly [Rule, string])[] = [
  ['input', '{"NAME":1}'],
  ['input', '{"NAME":{"NAME":1}}'],
  ['input', '{"client":{"NAME":1}}'],
  ['input', '{"client":{"connect":[{"documentId":"a","NAME":1}]}}'],
  ['input', '{"parts":[{"NAME":1,"label":"a"}]}'],
  ['input', '{"zone":[{"__component":"NAME","label":"a"}]}'],
  ['input', '{"zone":[{"__component":"work.part","NAME":{"a":1}}]}'],
  ['input', '{"any":[{"__type":"NAME","id":1}]}'],
  ['input', '{"any":{"connect":[{"__type":"api::client.client","id":1}],"options":{"NAME":true}}}'],
  ['filters', '{"NAME":"x"}'],
  ['filters', '{"NAME":{"$eq":"x"}}'],
  ['filters', '{"title":{"NAME":"x"}}'],
  ['filters', '{"title":{"$eq":{"NAME":"x"}}}'],
  ['filters', '{"client":{"NAME":{"$eq":"x"}}}'],
  ['filters', '{"$or":[{"NAME":"x"},{"title":"a"}]}'],
  ['filters', '[{"NAME":"x"}]'],
  ['sort', '"NAME"'],
  ['sort', '"NAME:asc"'],
  ['sort', '"title,NAME:desc"'],
  ['sort', '"client.NAME"'],
  ['sort', '["NAME","title"]'],
  ['sort', '{"NAME":"asc"}'],
  ['sort', '{"NAME":{"NAME":"asc"}}'],
  ['sort', '{"client":{"NAME":"asc"}}'],
  ['fields', '"NAME"'],
  ['fields', '"title,NAME"'],
  ['fields', '["title","NAME"]'],
  ['populate', '"NAME"'],
  ['populate', '"client.NAME"'],
  ['populate', '"zone.NAME"'],
  ['populate', '"zone.NAME.a"'],
  ['populate', '"NAME.a,client"'],
  ['populate', '["NAME","client"]'],
  ['populate', '["NAME.NAME","NAME.client"]'],
  ['populate', '{"NAME":true}'],
  ['populate', '{"NAME":{"populate":"*"}}'],
  ['populate', '{"client":{"NAME":true}}'],
  ['populate', '{"client":{"fields":["NAME"]}}'],
  ['populate', '{"client":{"sort":"NAME"}}'],
  ['populate', '{"client":{"filters":{"NAME":1}}}'],
  ['populate', '{"client":{"populate":{"NAME":true}}}'],
  ['populate', '{"zone":{"on":{"NAME":true}}}'],
  ['populate', '{"zone":{"on":{"NAME":{"fields":["text"]},"work.part":true}}}'],
  ['populate', '{"any":{"on":{"NAME":true}}}'],
  ['query', '{"NAME":{"filters":{"title":"x"}}}'],
  ['query', '{"filters":{"NAME":1,"title":"a"},"sort":"NAME","fields":["NAME"],"populate":"NAME"}'],
];

describe.each(NAMES)('%s', (name) => {
  test.each(VALUES)('in %s: %s', async (rule, template) => {
    for (const rules of [sanitize, validate]) {
      expect(await outcome(rules, rule, { template, name })).toBe(
        await outcome(rules, rule, { template, name: UNKNOWN }),
      );
    }
  });
});
