// Values to write of valid entries, and errors that are not reported in lists of failures (docs/strapi/writing.md).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stoneRegistry } from '../../../test/support/stone-types.ts';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { AppError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { checkEntry, type CheckedEntry, type WriteRules } from './check-entry.ts';
import { fullAccess } from '../../query/access.ts';
import { NO_DOCUMENTS } from './relation-echo.ts';
import { resolveValues } from './finding.ts';

const registry = stoneRegistry();
const CREATE: WriteRules = { action: 'create', draft: false };
const UPDATE: WriteRules = { action: 'update', draft: false };

function check(type: string, data: JsonObject, rules: WriteRules = CREATE): CheckedEntry {
  return checkEntry(registry, { type: registry.contentType(`api::${type}.${type}`), data }, rules);
}

/** What is wrong, as `label: message` without the label in the message. */
function faults(type: string, data: JsonObject, rules: WriteRules = CREATE): readonly string[] {
  return check(type, data, rules).findings.flatMap((finding) =>
    finding.kind === 'failure'
      ? [`${finding.failure.path.join('.')} | ${finding.failure.message.split('\n').join('')}`]
      : [],
  );
}

const noType = (label: string, type: string, value: string, original?: string) =>
  `${label.replaceAll(/\[(\d+)\]/g, '.$1')} | ${label} must be a \`${type}\` type, but the final value was: \`${value}\`${
    original === undefined ? '' : ` (cast from the value \`${original}\`)`
  }.`;
const missing = (label: string) =>
  `${label.replaceAll(/\[(\d+)\]/g, '.$1')} | ${label} must be defined.`;

describe('a locale for a type without locales', () => {
  test.each<[JsonValue, readonly string[]]>([
    ['fr', []],
    [null, []],
    [5, [noType('locale', 'string', '5')]],
    [{}, [noType('locale', 'string', '{}')]],
    ['x'.repeat(256), ['locale | locale must be at most 255 characters']],
  ])('rejects %j unless it is a string, and does not store it', (locale, wanted) => {
    for (const rules of [CREATE, UPDATE]) {
      expect(faults('author', { name: 'Ada', locale }, rules)).toEqual(wanted);
      expect(check('author', { name: 'Ada', locale }, rules).input.values.has('locale')).toBe(
        false,
      );
    }
  });

  test('is not checked for a type with locales, and reported after the attributes', () => {
    expect(faults('article', { title: 'x', locale: 5 })).toEqual([]);
    const both = faults('author', { locale: 5, name: 5 });
    expect(both).toEqual([noType('name', 'string', '5'), noType('locale', 'string', '5')]);
  });
});

test('reports invalid dates before invalid links', () => {
  const data = { gallery: { connect: [1] }, releasedOn: 'x', title: 't' };
  const { deferredErrors } = check('article', data, UPDATE);
  expect(deferredErrors).toMatchObject([{ message: 'Invalid format, expected yyyy-MM-dd' }]);
});

describe('values to write', () => {
  test('contain defaults for a new document, and the sent values for an update', () => {
    const { input } = check('sample', { aString: 'ab', size: { name: 'w' } });
    expect(Object.fromEntries(input.values)).toEqual({ aString: 'ab', aDefault: 'hello' });
    const [size] = input.components.get('size') ?? [];
    expect(Object.fromEntries(size?.values ?? [])).toEqual({ name: 'w', unit: 'mm' });
    expect(Object.fromEntries(check('sample', { aString: 'ab' }, UPDATE).input.values)).toEqual({
      aString: 'ab',
    });
  });

  test('contain null instead of a default, and empty a single component with null', () => {
    const { input } = check('sample', { aDefault: null, size: null });
    expect(input.values.get('aDefault')).toBeNull();
    expect(input.components.get('size')).toEqual([]);
  });

  test('update a component row with an id, and create one without (D14)', () => {
    const data = { sizes: [{ id: 7, value: 1 }, { name: 'new' }, { id: '8' }] };
    const { input, findings } = check('sample', data, UPDATE);
    expect(findings).toEqual([]);
    const written = (input.components.get('sizes') ?? []).map(({ id, uid, values }) => ({
      id,
      uid,
      ...Object.fromEntries(values),
    }));
    expect(written).toEqual([
      { id: 7, uid: 'shared.dimension', value: 1 },
      { id: null, uid: 'shared.dimension', name: 'new', unit: 'mm' },
      { id: 8, uid: 'shared.dimension' },
    ]);
    expect(faults('sample', { size: { value: 7 } }, UPDATE)).toEqual([missing('size.name')]);
    expect(faults('sample', { size: { id: 7, name: null } }, UPDATE)).toEqual([
      noType('size.name', 'string', 'null'),
    ]);
  });

  test('ignore component ids in a new row', () => {
    for (const [data, rules] of [
      [{ branch: { id: 1, leaf: { id: 'x', name: 'a' } } }, CREATE],
      [{ branch: { leaf: { id: null, name: 'a' } } }, UPDATE],
    ] as const) {
      const { input, deferredErrors } = check('rock', data, rules);
      const [branch] = input.components.get('branch') ?? [];
      expect(branch?.id).toBeNull();
      expect(branch?.components.get('leaf')).toMatchObject([{ id: null }]);
      expect(deferredErrors).toEqual([]);
    }
  });

  test('use the first position and the last values of an id that is sent twice', () => {
    const listed = [{ id: 1, name: 'a', n: 1 }, { name: 'new' }, { id: '1', n: 2 }];
    const written = check('rock', { listed }, UPDATE).input.components.get('listed') ?? [];
    expect(written.map(({ id, values }) => [id, values.get('name'), values.get('n')])).toEqual([
      [1, 'a', 2],
      [null, 'new', 3],
    ]);
    const zone = [
      { __component: 'stone.leaf', id: 1 },
      { __component: 'stone.branch', id: 1 },
    ];
    expect(check('rock', { zone }, UPDATE).input.components.get('zone')).toHaveLength(2);
  });

  test('look up unique values in the order of the attributes', () => {
    const { findings } = check('rock', { branch: { leaf: { name: 'a', code: 'X' } } });
    expect(findings).toEqual([
      {
        kind: 'unique',
        path: ['branch', 'leaf', 'code'],
        uid: 'stone.leaf',
        attribute: 'code',
        models: ['api::rock.rock', 'stone.branch', 'stone.leaf'],
        value: 'X',
        shown: 'X',
      },
    ]);
  });

  test('name the types of polymorphic targets', () => {
    const items = [
      { __type: 'api::rock.rock', id: 1 },
      { __type: 'api::gem.gem', id: 1 },
    ];
    expect(check('rock', { items }).input.relations.get('items')).toMatchObject({
      kind: 'set',
      targets: [
        { uid: 'api::rock.rock', id: 1 },
        { uid: 'api::gem.gem', id: 1 },
      ],
    });
  });
});

describe('deferred errors', () => {
  const late = (data: JsonObject) => {
    const { deferredErrors: errors } = check('rock', data, UPDATE);
    return errors.map(({ name, message, details }) => [name, message, details]);
  };
  const foreign = (name: string) =>
    `Some of the provided components in ${name} are not related to the entity`;
  const badDay = ['ValidationError', 'Invalid format, expected yyyy-MM-dd', {}];

  test.each<JsonValue>([null, 0, -1, 1.5, 'abc', '', true, [1], {}])(
    'reject the component id %j',
    (id) => {
      expect(late({ one: { id } })).toEqual([['ApplicationError', foreign('one'), {}]]);
      expect(late({ zone: [{ __component: 'stone.leaf', id }] })).toEqual([
        ['Error', foreign('zone'), null],
      ]);
    },
  );

  test('report components before their row, each with its content', () => {
    expect(late({ day: 'x' })).toEqual([badDay]);
    expect(late({ day: 'x', one: { id: 0 } })).toEqual([['ApplicationError', foreign('one'), {}]]);
    expect(late({ branch: { id: 1, leaf: { id: 2, day: 'x' } }, listed: [{ id: 0 }] })).toEqual([
      badDay,
    ]);
    expect(late({ listed: [{ id: 1, day: 'x' }, { id: 0 }] })).toEqual([
      ['ApplicationError', foreign('listed'), {}],
    ]);
    expect(late({ branch: { id: 1, leaf: { id: null } } })).toEqual([
      ['ApplicationError', foreign('leaf'), {}],
    ]);
  });
});

describe('publishing a draft', () => {
  const publish = { action: 'create', draft: false, missing: 'null' } as const;
  test('reads missing values as null', () => {
    const sections = [{ __component: 'sections.hero', cta: {} }];
    expect(faults('article', { seo: {}, sections }, publish)).toEqual([
      noType('title', 'string', 'null'),
      noType('seo.metaTitle', 'string', 'null'),
      noType('sections[0].heading', 'string', 'null'),
      noType('sections[0].cta.label', 'string', 'null'),
    ]);
    expect(faults('gem', { some: [], any: [], area: [] }, publish)[0]).toBe(
      noType('must', 'object', 'null'),
    );
  });

  test('skips defaults, and shows all attributes of lists in errors', () => {
    const questions = ['1', '2', '3', '4', '5'].map((question) => ({ question }));
    const sections = [{ __component: 'sections.faq', questions }];
    const { findings } = check('article', { title: 't', sections }, publish);
    const [finding] = resolveValues(findings, NO_DOCUMENTS);
    expect(finding).toMatchObject({
      failure: { value: questions.map(({ question }) => ({ question, answer: null })) },
    });
    expect(check('article', { title: 't' }, publish).input.values.get('kind')).toBe('news');
  });
});

describe('the echo', () => {
  const rows = { rowsOf: () => [7], locale: null };
  test('shows a new document with casts, defaults and empty lists', () => {
    const data = { title: 't', views: '5', seo: { metaTitle: 'x', id: 1 }, tags: ['abc'] };
    const system = { publishedAt: null, locale: 'en' };
    expect(check('article', { ...data, locale: 'fr' }).echo(rows, system)).toEqual({
      title: 't',
      views: 5,
      kind: 'news',
      featured: false,
      tags: { set: [{ id: 7 }] },
      seo: { id: 1, metaTitle: 'x', links: [] },
      faq: [],
      sections: [],
      ...system,
    });
  });

  test('shows only the sent values of an update, including an ignored locale', () => {
    const data = { name: 5, locale: 'fr', publishedAt: 5 };
    expect(check('author', data, UPDATE).echo(rows, { publishedAt: 'now' })).toEqual({
      name: 5,
      locale: 'fr',
      publishedAt: 'now',
    });
    expect(check('sample', { sizes: [{ name: 'a' }] }, UPDATE).echo(rows, {})).toEqual({
      sizes: [{ name: 'a' }],
    });
  });

  test('shows items of zones as parsed', () => {
    const zone = [
      null,
      'x',
      { name: 'x' },
      { __component: 5, foo: 1 },
      '{"__component":"stone.leaf","name":"a"}',
    ];
    expect(check('rock', { zone }, UPDATE).echo(rows, {})).toEqual({
      zone: [
        null,
        null,
        { name: 'x' },
        { __component: '5', foo: 1 },
        { __component: 'stone.leaf', name: 'a' },
      ],
    });
  });

  test('shows the rows of lists that are too long, without defaults of read-only attributes', () => {
    const data = {
      zone: [1, 2, 3, 4].map(() => ({ __component: 'sections.quote', author: 'abc' })),
    };
    const attributes = {
      zone: { type: 'dynamiczone', components: ['sections.quote'], max: 3 },
      fixed: { type: 'string', writable: false, default: 'x' },
    };
    const info = { singularName: 'pile', pluralName: 'piles', displayName: 'Pile' };
    const options = { draftAndPublish: false };
    const schema = { kind: 'collectionType', collectionName: 'piles', info, options, attributes };
    const own = kitchenRegistry([definition('api::pile.pile', schema)]);
    const checked = checkEntry(own, { type: own.contentType('api::pile.pile'), data }, CREATE);
    expect(resolveValues(checked.findings, rows)).toMatchObject([
      { failure: { value: data.zone.map((item) => ({ ...item, author: { set: [{ id: 7 }] } })) } },
    ]);
    expect(Object.keys(checked.echo(rows, {}))).toEqual(['zone']);
  });

  test('does not contain passwords', () => {
    const data = { aString: 'xx', aPassword: 'a good secret' };
    expect(check('sample', data, UPDATE).echo(rows, {})).toEqual({ aString: 'xx' });
  });

  test('shows big integers as text', () => {
    const echo = check('sample', { aBiginteger: '9007199254740993' }, UPDATE).echo(rows, {});
    expect(JSON.stringify(echo)).toBe('{"aBiginteger":"9007199254740993"}');
  });
});

describe('any input', () => {
  const types = [...registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
  const rules = fc.record({
    action: fc.constantFrom('create' as const, 'update' as const),
    draft: fc.boolean(),
    missing: fc.constantFrom('absent' as const, 'null' as const),
  });
  const names = [...registry.models()].flatMap(({ attributes }) => [...attributes.keys()]);
  const keys = fc.constantFrom(
    ...new Set(names),
    'id',
    'documentId',
    '__component',
    '__proto__',
    'constructor',
    'position',
    'before',
    'connect',
    'disconnect',
    'set',
    'options',
    'strict',
    'start',
    'locale',
    'status',
  );
  const single = fc.oneof(
    fc.constantFrom<JsonValue>(
      null,
      true,
      false,
      0,
      1,
      1.5,
      Number.POSITIVE_INFINITY,
      '',
      '1',
      'abc',
      '{}',
      '\0',
    ),
    fc.constantFrom(...registry.components.keys()),
    fc.string(),
  );
  const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      single,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  }));

  test('is checked without an internal error, and not changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        rules,
        fc.array(anyValue, { minLength: 1, maxLength: 12 }),
        (type, rule, values) => {
          const own = [...type.attributes.keys()];
          const data = Object.fromEntries(
            values.map((value, i) => [own[(i * 7 + values.length) % own.length] ?? '', value]),
          );
          const before = JSON.stringify(data);
          try {
            checkEntry(registry, { type, data }, { ...rule, access: fullAccess });
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
          const checked = checkEntry(registry, { type, data }, rule);
          const failures = checked.findings.flatMap((each) =>
            each.kind === 'failure' ? [each.failure] : [],
          );
          JSON.stringify([
            failures,
            checked.echo({ rowsOf: () => [1, 2], locale: 'en' }, { publishedAt: null }),
          ]);
          expect(JSON.stringify(data)).toBe(before);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
