import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { definition } from '../../../test/support/vendored-projects.ts';
import { defineRegistry } from '../../schema/define.ts';
import { planOptions, type StoredState, type OptionPlan, type TypeRecord } from './option-plan.ts';

const NOTE = 'api::note.note';
const NOW = 2000;

type Switch = 'on' | 'off';
type Options = readonly [drafts: Switch, locales: Switch];

/** Our record: the options, since when drafts are hidden, the served locale, and what Strapi had stored. */
interface Ours {
  readonly was: Options;
  readonly since?: number;
  readonly locale?: string;
  readonly strapi?: Options | 'without' | 'nothing';
}

test.each<{
  what: string;
  ours: Ours | null;
  strapi: Options | 'without' | 'nothing';
  now: Options;
  done: readonly [makes: boolean, fills: boolean, since: number | null, locale: string | null];
}>([
  {
    what: 'no record',
    ours: null,
    strapi: 'nothing',
    now: ['on', 'on'],
    done: [false, false, null, null],
  },
  {
    what: 'no record of the type',
    ours: null,
    strapi: 'without',
    now: ['on', 'on'],
    done: [false, false, null, null],
  },
  {
    what: 'no record, off',
    ours: null,
    strapi: 'nothing',
    now: ['off', 'off'],
    done: [false, false, null, null],
  },
  {
    what: 'Strapi: off, on',
    ours: null,
    strapi: ['off', 'off'],
    now: ['on', 'on'],
    done: [true, true, null, null],
  },
  {
    what: 'Strapi: on, off',
    ours: null,
    strapi: ['on', 'on'],
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
  {
    what: 'Strapi: the same',
    ours: null,
    strapi: ['on', 'off'],
    now: ['on', 'off'],
    done: [false, false, null, null],
  },
  {
    what: 'ours: off, on',
    ours: { was: ['off', 'off'] },
    strapi: 'nothing',
    now: ['on', 'on'],
    done: [true, true, null, null],
  },
  {
    what: 'ours: on, off',
    ours: { was: ['on', 'on'] },
    strapi: 'nothing',
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
  {
    what: 'off again',
    ours: { was: ['off', 'off'], since: 5, locale: 'fr' },
    strapi: 'nothing',
    now: ['off', 'off'],
    done: [false, false, 5, 'fr'],
  },
  {
    what: 'on, off, on',
    ours: { was: ['off', 'off'], since: 5, locale: 'fr' },
    strapi: 'nothing',
    now: ['on', 'on'],
    done: [true, true, null, null],
  },
  {
    what: 'ours is later than Strapi: on, off, off',
    ours: { was: ['off', 'off'], since: 5, locale: 'fr', strapi: ['on', 'on'] },
    strapi: ['on', 'on'],
    now: ['off', 'off'],
    done: [false, false, 5, 'fr'],
  },
  {
    what: 'ours is later than Strapi: off, on, off',
    ours: { was: ['on', 'on'], strapi: ['off', 'off'] },
    strapi: ['off', 'off'],
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
  {
    what: 'ours is later than Strapi: off, on, on',
    ours: { was: ['on', 'on'], strapi: ['off', 'off'] },
    strapi: ['off', 'off'],
    now: ['on', 'on'],
    done: [false, false, null, null],
  },
  {
    what: 'Strapi ran after us with them on, and may have created missing rows',
    ours: { was: ['off', 'off'], strapi: 'nothing' },
    strapi: ['on', 'on'],
    now: ['on', 'on'],
    done: [true, true, null, null],
  },
  {
    what: 'Strapi ran after us with them on, then they are off',
    ours: { was: ['off', 'off'], since: 5, locale: 'fr', strapi: 'nothing' },
    strapi: ['on', 'on'],
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
  {
    what: 'Strapi ran after us with them off, and they are on',
    ours: { was: ['on', 'on'], strapi: 'nothing' },
    strapi: ['off', 'off'],
    now: ['on', 'on'],
    done: [true, true, null, null],
  },
  {
    what: 'Strapi ran after us with them off, and removed nothing that it did not know',
    ours: { was: ['on', 'on'], strapi: 'nothing' },
    strapi: ['off', 'off'],
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
  {
    what: 'Strapi ran after us with them off, as before: hidden rows stay hidden',
    ours: { was: ['off', 'off'], since: 5, locale: 'fr', strapi: 'nothing' },
    strapi: ['off', 'off'],
    now: ['off', 'off'],
    done: [false, false, 5, 'fr'],
  },
  {
    what: 'Strapi ran after us without the type',
    ours: { was: ['on', 'on'], strapi: 'nothing' },
    strapi: 'without',
    now: ['off', 'off'],
    done: [false, false, NOW, 'nl'],
  },
])('$what', ({ ours, strapi, now, done }) => {
  const plan = planned(
    { records: records(ours), stored: stored(strapi), defaultLocale: 'nl', now: NOW },
    now,
  );
  const { record, makesDrafts, fillsLocales } = plan;
  expect([makesDrafts, fillsLocales, record.draftsKeptSince, record.servedLocale]).toEqual(done);
  expect([record.drafts, record.locales]).toEqual(now.map((each) => each === 'on'));
  expect(record.strapiHash).toBe(hash(strapi));
});

test.each(['{', '[]', 'null', '"text"'])('ignores an unreadable record: %s', (text) => {
  const left = { records: new Map(), stored: text, defaultLocale: 'nl', now: NOW };
  const { record, makesDrafts } = planned(left, ['on', 'off']);
  expect([makesDrafts, record.draftsKeptSince, record.servedLocale]).toEqual([false, null, null]);
});

function planned(left: StoredState, [drafts, locales]: Options): OptionPlan {
  const registry = defineRegistry([
    definition(NOTE, {
      kind: 'collectionType',
      collectionName: 'notes',
      info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
      ...schema([drafts, locales]),
      attributes: {},
    }),
  ]);
  const [plan] = planOptions(registry, left);
  if (!plan) throw new Error('no plan');
  return plan;
}

function schema([drafts, locales]: Options): object {
  return {
    options: { draftAndPublish: drafts === 'on' },
    pluginOptions: { i18n: { localized: locales === 'on' } },
  };
}

function stored(strapi: Options | 'without' | 'nothing'): string | null {
  if (strapi === 'nothing') return null;
  return JSON.stringify(strapi === 'without' ? {} : { [NOTE]: schema(strapi) });
}

function hash(strapi: Options | 'without' | 'nothing'): string | null {
  const text = stored(strapi);
  return text === null ? null : createHash('sha256').update(text).digest('hex');
}

function records(ours: Ours | null): ReadonlyMap<string, TypeRecord & { readonly id: number }> {
  if (!ours) return new Map();
  const { was, since = null, locale = null, strapi = 'nothing' } = ours;
  const [drafts, locales] = [was[0] === 'on', was[1] === 'on'];
  const kept = { draftsKeptSince: since, servedLocale: locale, strapiHash: hash(strapi) };
  return new Map([[NOTE, { id: 1, drafts, locales, ...kept }]]);
}
