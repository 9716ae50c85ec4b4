import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkModel, type ModelSide } from '../../../test/support/link-model.ts';
import {
  openLinkDatabase,
  registryOf,
  storedLinks,
  type DocumentRows,
  type LinkDatabase,
} from '../../../test/support/link-tables.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { RowChange } from './link-write.ts';
import { isLinked } from '../check/linked-attribute.ts';
import { writeLinks } from './write-links.ts';
import type { LinkAttribute } from './link-storage.ts';
import type { LinkedRow } from './linked-row.ts';
import type { RowPosition } from './order.ts';

const PERSON = 'api::person.person';
const kitchen = kitchenRegistry([
  definition(PERSON, {
    kind: 'collectionType',
    collectionName: 'people',
    info: { singularName: 'person', pluralName: 'people', displayName: 'Person' },
    options: { draftAndPublish: true },
    attributes: {
      partner: {
        type: 'relation',
        relation: 'oneToOne',
        target: PERSON,
        inversedBy: 'partnerOf',
      },
      partnerOf: {
        type: 'relation',
        relation: 'oneToOne',
        target: PERSON,
        mappedBy: 'partner',
      },
    },
  }),
]);
const pantry = await registryOf('pantry');

/** Documents on each side. */
const DOCUMENTS = 4;
/** Sequences for each attribute (fewer if statements pass through a network), and writes in each of them. */
const SEQUENCES = onClient({ sqlite: 5, postgres: 1 });
const WRITES = 60;

describe('any sequence of writes, from both sides', () => {
  it.each<readonly [uid: string, attribute: string, registry: Registry]>([
    ['api::hub.hub', 'oneWay', kitchen],
    ['api::hub.hub', 'manyWay', kitchen],
    ['api::hub.hub', 'oneToOne', kitchen],
    ['api::hub.hub', 'manyToOne', kitchen],
    ['api::hub.hub', 'manyToMany', kitchen],
    ['api::spoke.spoke', 'hubManyToOne', kitchen],
    ['api::author.author', 'mentor', kitchen],
    ['api::author.author', 'avatar', kitchen],
    ['api::article.article', 'related', kitchen],
    ['api::article.article', 'author', kitchen],
    ['api::article.article', 'category', kitchen],
    ['api::article.article', 'tags', kitchen],
    ['api::article.article', 'gallery', kitchen],
    ['api::category.category', 'parent', kitchen],
    ['api::campaign.campaign', 'articles', kitchen],
    ['api::campaign.campaign', 'categories', kitchen],
    ['api::campaign.campaign', 'leadArticle', kitchen],
    ['sections.related', 'articles', kitchen],
    ['shared.seo', 'shareImage', kitchen],
    [PERSON, 'partner', kitchen],
    ['api::jar.jar', 'shelf', pantry],
    ['api::jar.jar', 'next', pantry],
    ['api::jar.jar', 'twins', pantry],
    ['api::jar.jar', 'grocers', pantry],
    ['api::shelf.shelf', 'best', pantry],
    ['api::shelf.shelf', 'spare', pantry],
    ['api::recipe.recipe', 'based-on', pantry],
    ['api::grocer.grocer', 'helpers', pantry],
    ['odd-cat.big-box', 'columnJar', pantry],
    ['api::shelf.shelf', 'markMany', pantry],
    ['api::jar.jar', 'badgeMany', pantry],
  ])('%s %s', async (uid, name, registry) => {
    const subject = await subjectOf(registry, uid, name);
    const sequences = fc.array(anyWrites(subject), { minLength: WRITES, maxLength: WRITES });
    await fc.assert(
      fc.asyncProperty(sequences, (sequence) =>
        subject.tables.tryOut(checkSequence(subject, sequence)),
      ),
      { numRuns: SEQUENCES },
    );
  });
});

/** Both sides of an attribute that keeps its links, and rows to link. */
interface Subject {
  readonly tables: LinkDatabase;
  readonly near: SubjectSide;
  readonly far: SubjectSide;
}

interface SubjectSide extends ModelSide {
  readonly documents: readonly DocumentRows[];
  /** Null where the relation is one-way. */
  readonly attribute: LinkAttribute | null;
  /** True where its lists have an order. */
  readonly ordered: boolean;
  /** True where targets are one row each, of any version: the rows that are linked have versions themselves. */
  readonly rowByRow: boolean;
}

async function subjectOf(registry: Registry, uid: string, name: string): Promise<Subject> {
  const tables = await openLinkDatabase(registry);
  const attribute = linkAttribute(registry, uid, name);
  const relation = attribute.attribute.kind === 'relation' ? attribute.attribute : null;
  const { target = FILE } =
    attribute.attribute.kind === 'media' ? { target: FILE } : attribute.attribute;
  const inverse = relation?.inversedBy
    ? linkAttribute(registry, target, relation.inversedBy)
    : null;
  const documents = await tables.insert(uid, DOCUMENTS);
  const targets = target === uid ? documents : await tables.insert(target, DOCUMENTS);
  const isColumn = relation?.useJoinTable === false;
  const kind = relation?.relation ?? 'manyToMany';
  const side = (rows: readonly DocumentRows[]) => ({
    documents: rows,
    documentOf: (row: LinkedRow) => rows.findIndex((each) => each.some((id) => id === row)),
  });
  return {
    tables,
    near: {
      ...side(documents),
      attribute,
      toOne: kind.endsWith('ToOne'),
      exclusive: inverse !== null && kind.startsWith('oneTo'),
      shares: true,
      keepsOneRow: isColumn,
      ordered: kind.endsWith('ToMany'),
      rowByRow: hasVersions(registry, uid),
    },
    far: {
      ...side(targets),
      attribute: inverse,
      toOne: kind.startsWith('oneTo'),
      exclusive: isColumn || kind.endsWith('ToOne'),
      shares: !isColumn,
      keepsOneRow: false,
      ordered: !isColumn && kind.startsWith('manyTo'),
      rowByRow: hasVersions(registry, target),
    },
  };
}

function linkAttribute(registry: Registry, uid: string, name: string): LinkAttribute {
  const attribute = registry.attribute(uid, name);
  if (!attribute || !isLinked(attribute)) throw new Error(`no ${name}`);
  return { uid, attribute };
}

function hasVersions(registry: Registry, uid: string): boolean {
  const model = registry.model(uid);
  return model.modelType === 'contentType' && model.draftAndPublish;
}

/** Writes of one attribute at once. */
interface Writes {
  readonly side: 'near' | 'far';
  readonly writes: readonly { readonly row: number; readonly change: RowChange }[];
}

function anyWrites({ near, far }: Subject): fc.Arbitrary<Writes> {
  const oneSide = (side: 'near' | 'far', [own, other]: readonly [SubjectSide, SubjectSide]) => {
    const rows = fc.constantFrom(...own.documents.flat());
    const targets = fc
      .constantFrom(...other.documents)
      .chain((document) =>
        own.rowByRow
          ? fc.constantFrom(...document).map((row) => [row])
          : fc.subarray([...document], { minLength: 1 }),
      );
    const one = fc.record({ row: rows, change: anyChange(targets, true) }).map((each) => [each]);
    // A row that one of several writes takes over cannot be an anchor in another.
    const several = fc
      .uniqueArray(fc.record({ row: rows, change: anyChange(targets, false) }), {
        minLength: 2,
        maxLength: 3,
        selector: ({ row }) => row,
      })
      .filter((each) => !own.rowByRow || !own.exclusive || !hasConflicting(each, own));
    const writes = fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: several });
    return writes.map((each) => ({ side, writes: each }));
  };
  const fromNear = oneSide('near', [near, far]);
  return far.attribute ? fc.oneof(fromNear, oneSide('far', [far, near])) : fromNear;
}

/** True if two documents claim one row, and rows of either may keep it: the result depends on their order. */
function hasConflicting(writes: Writes['writes'], { documentOf }: SubjectSide): boolean {
  const owners = new Map<LinkedRow, unknown>();
  return writes.some(({ row, change }) => {
    const rows =
      change.kind === 'set' ? change.rows : change.change.connect.map((each) => each.rows);
    return rows.flat().some((far) => {
      const owner = owners.get(far) ?? documentOf(row);
      owners.set(far, owner);
      return owner !== documentOf(row);
    });
  });
}

function anyChange(targets: fc.Arbitrary<number[]>, anchored: boolean): fc.Arbitrary<RowChange> {
  const ends = fc.constantFrom<RowPosition>({ at: 'start' }, { at: 'end' });
  const beside = fc.record({
    at: fc.constantFrom('before' as const, 'after' as const),
    anchor: targets,
    shown: fc.constant('{}'),
  });
  return fc.oneof(
    fc.record({
      kind: fc.constant('set' as const),
      rows: fc.array(targets, { maxLength: DOCUMENTS }),
    }),
    fc.record({
      kind: fc.constant('change' as const),
      change: fc.record({
        connect: fc.array(
          fc.record({ rows: targets, position: anchored ? fc.oneof(ends, beside) : ends }),
          { maxLength: 3 },
        ),
        disconnect: fc.array(targets, { maxLength: 2 }),
        strict: fc.boolean(),
      }),
    }),
  );
}

/** Holds the tables against the model after each write. */
function* checkSequence(subject: Subject, sequence: readonly Writes[]): WriteSteps<void> {
  const { tables } = subject;
  const model = new LinkModel(subject.near, subject.far);
  for (const { side, writes } of sequence) {
    const { attribute } = subject[side];
    if (!attribute) throw new Error('no attribute');
    const rejected = rejection(() => model.write(writes.map((each) => ({ side, ...each }))));
    const work = writes.map((each) => ({ ...each, created: false }));
    let thrown: unknown = null;
    try {
      yield* writeLinks(tables.context, attribute, work);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toEqual(rejected);
    yield* checkLists(subject, model);
  }
}

function rejection(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

function* checkLists({ tables, near, far }: Subject, model: LinkModel): WriteSteps<void> {
  const { uid, attribute } = near.attribute ?? {};
  if (uid === undefined || attribute === undefined) return;
  const links = yield* storedLinks(tables.context, uid, attribute.name);
  const sorted = (rows: readonly LinkedRow[]): readonly LinkedRow[] =>
    rows.toSorted((a, b) => Number(a) - Number(b));
  for (const row of near.documents.flat()) {
    const [is, wanted] = [links.get(row) ?? [], model.list('near', row)];
    expect(near.ordered ? is : sorted(is)).toEqual(near.ordered ? wanted : sorted(wanted));
  }
  if (!far.attribute) return;
  const { uid: farUid, attribute: inverse } = far.attribute;
  const backwards = yield* storedLinks(tables.context, farUid, inverse.name);
  for (const row of far.documents.flat()) {
    const [is, wanted] = [backwards.get(row) ?? [], model.list('far', row)];
    expect(far.ordered ? is : sorted(is)).toEqual(far.ordered ? wanted : sorted(wanted));
  }
}
