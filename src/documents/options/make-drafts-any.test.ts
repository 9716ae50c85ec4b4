// Drafts that are switched on (docs/strapi/differences.md, D10): reads of drafts and of published entries return the
// same before and after.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  expectOwnVersions,
  LINKED_TYPES,
  makeLinked,
} from '../../../test/support/switched-project.ts';
import { titlesOf, type VersionProject } from '../../../test/support/version-project.ts';

const NAMES = ['thing', 'page', 'person', 'tag'] as const;
type Name = (typeof NAMES)[number];

/** The relations of each type, with what they lead to. */
const RELATIONS = NAMES.flatMap((name) =>
  Object.entries(LINKED_TYPES[name]).flatMap(([attribute, { relation = '', target = '' }]) => {
    const to = NAMES.find((each) => target === `api::${each}.${each}`);
    return to ? [{ name, attribute, target: to, one: relation.endsWith('One') }] : [];
  }),
);

const number = fc.nat(1000);
const step = fc.record({
  what: fc.constantFrom(
    'create',
    ...Array<'update'>(8).fill('update'),
    'publish',
    'unpublish',
    'delete',
  ),
  name: fc.constantFrom(...NAMES, 'thing', 'page', 'page', 'page'),
  which: fc.nat(3),
  relation: number,
  others: fc.array(fc.nat(3), { maxLength: 3 }),
  inPart: fc.boolean(),
  draft: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ON = { thing: { drafts: true }, tag: { drafts: true } };
const steps = fc.array(step, { minLength: 10, maxLength: 80 });

test('enabling drafts does not change published content', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const made = makeLinked();
      let project = await made.start({});
      const documents = await begin(project);
      for (const each of all) await take(project, documents, each);
      const before = await views(project, documents);
      project = await made.start(ON);
      expect(await views(project, documents)).toEqual(before);
      await project.assertWhole();
      await expectOwnVersions(project);
      await made[Symbol.asyncDispose]();
    }),
    { numRuns: 6 },
  );
}, 120_000);

test('enabling, disabling and enabling drafts preserves links, and creates drafts', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, second) => {
      const made = makeLinked();
      let project = await made.start(ON);
      const documents = await begin(project);
      for (const each of first) await take(project, documents, each);
      const count = 'select count(*) as n from things where published_at is null';
      const drafts = Number((await project.rows(count))[0]?.['n']);
      project = await made.start({});
      const seen: Document[] = [];
      for (const each of documents) {
        if (await project.read(each.name, each.id)) seen.push(each);
      }
      const known = seen.length;
      for (const each of second) {
        if (each.what !== 'delete') await take(project, seen, each);
      }
      expect(Number((await project.rows(count))[0]?.['n'])).toBe(drafts);
      project = await made.start(ON);
      await project.assertWhole();
      await expectOwnVersions(project);
      const all = [...documents, ...seen.slice(known)].filter(({ name }) => name === 'thing');
      for (const { id } of all) {
        expect(await project.read('thing', id, 'status=draft')).not.toBe(null);
      }
      await made[Symbol.asyncDispose]();
    }),
    { numRuns: 4 },
  );
}, 120_000);

interface Document {
  readonly name: Name;
  readonly id: string;
}

async function begin(project: VersionProject): Promise<Document[]> {
  const documents: Document[] = [];
  for (const name of [...NAMES, 'thing', 'page'] as const) {
    const title = `${name} ${documents.length}`;
    documents.push({ name, id: await project.published(name, { title }) });
  }
  return documents;
}

async function take(
  project: VersionProject,
  documents: Document[],
  { what, name, which, relation, others, inPart, draft }: Step,
): Promise<void> {
  const query = draft ? 'status=draft' : '';
  const known = documents.filter((each) => each.name === name);
  const document = known[which % Math.max(known.length, 1)];
  const data = dataOf(documents, { name, relation, others, inPart });
  if (what === 'create' || !document) {
    const entry = await project.create(
      name,
      { title: `${name} ${documents.length}`, ...data },
      query,
    );
    documents.push({ name, id: entry.documentId });
  } else if (what === 'update') await project.update([name, document.id], data, query);
  else if (what === 'delete') {
    await project.delete(name, document.id);
    documents.splice(documents.indexOf(document), 1);
  } else if (name === 'page') await project.act(what, ['page', document.id]);
}

function dataOf(
  documents: readonly Document[],
  { name, relation, others, inPart }: Pick<Step, 'name' | 'relation' | 'others' | 'inPart'>,
): object {
  const choices = RELATIONS.filter((each) => each.name === name);
  const choice = choices[relation % choices.length];
  if (!choice) return {};
  const pick = (target: Name): string[] => {
    const known = documents.filter((each) => each.name === target);
    const ids = others.flatMap((i) => known[i % Math.max(known.length, 1)]?.id ?? []);
    return [...new Set(ids)];
  };
  if (inPart && name !== 'tag') {
    return { parts: [{ title: 'x', pages: pick('page'), things: pick('thing') }] };
  }
  const ids = pick(choice.target);
  return { [choice.attribute]: choice.one ? (ids[0] ?? null) : ids };
}

/** The titles that each version of each document leads to. */
async function views(project: VersionProject, documents: readonly Document[]): Promise<unknown> {
  const seen: unknown[] = [];
  for (const { name, id } of documents) {
    const relations = RELATIONS.filter((each) => each.name === name);
    const parts =
      name === 'tag'
        ? ''
        : '&populate[parts][populate][pages]=true&populate[parts][populate][things]=true';
    const populate = relations.map(({ attribute }) => `populate[${attribute}]=true`).join('&');
    for (const status of ['draft', 'published']) {
      const entry = await project.read(name, id, `${populate}${parts}&status=${status}`);
      const own = relations.map(({ attribute }) => [attribute, titlesOf(entry?.[attribute])]);
      const inner = ((entry?.['parts'] ?? []) as readonly Record<string, unknown>[]).map((part) => [
        titlesOf(part['pages']),
        titlesOf(part['things']),
      ]);
      seen.push([name, entry?.['title'], status, Object.fromEntries(own), inner]);
    }
  }
  return seen;
}
