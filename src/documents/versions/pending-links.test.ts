// Publishing loses no link (docs/strapi/differences.md, D6 b and c): a target without a published row is linked as soon
// as it has one, at the right position; a target that is unpublished and published again gets its links back. For links
// of every kind; what happens in the meantime is tested with a link of each form of storage.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  linkKinds,
  linkKindsProject,
  representativeKinds,
  type LinkKind,
} from '../../../test/support/link-kinds.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

const KINDS = onClient({ sqlite: linkKinds, postgres: representativeKinds });

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(linkKindsProject);
});

afterAll(async () => {
  await project.assertWhole();
  await project[Symbol.asyncDispose]();
});

/** What the published source leads to. */
async function shown(kind: LinkKind, source: string): Promise<readonly string[]> {
  const titles = kind.read(await project.read(kind.source, source, kind.populate));
  return kind.ordered ? titles : titles.toSorted();
}

interface Scene {
  readonly source: string;
  readonly late: string;
}

const [A, LATE, Z] = ['a', 'late', 'z'];

/** A published source; its draft links targets of which one is a draft only. A single link leads to that one. */
async function sceneOf(kind: LinkKind): Promise<Scene> {
  const { source, target } = kind;
  const late = await project.draft(target, { title: LATE });
  const a = await project.published(target, { title: A });
  const z = await project.published(target, { title: Z });
  const targets = kind.many ? [a, late, z] : [late];
  const made = await project.published(source, { title: 'source', ...kind.data(targets) });
  return { source: made, late };
}

/** What is shown with and without the late target. */
const WITH = { true: [A, LATE, Z], false: [LATE] };
const WITHOUT = { true: [A, Z], false: [] };
const withLate = ({ many }: LinkKind): readonly string[] => WITH[`${many}`];
const withoutLate = ({ many }: LinkKind): readonly string[] => WITHOUT[`${many}`];

/** Number of pending links to a document. */
async function waiting(documentId: string): Promise<number> {
  const sql = 'select id from quoin_pending_links where target_document = $1';
  return (await project.rows(sql, documentId)).length;
}

describe.each(KINDS)('D6 (b): $label', (kind) => {
  test('a target that is published later appears in its position', async () => {
    const { source, late } = await sceneOf(kind);
    expect(await shown(kind, source)).toEqual(withoutLate(kind));
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
    expect(await waiting(late)).toBe(0);
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });
});

describe.each(representativeKinds)('D6 (b): a pending link, $label', (kind) => {
  test('is kept if the draft of the source changes', async () => {
    const { source, late } = await sceneOf(kind);
    await project.update([kind.source, source], kind.data([]), 'status=draft');
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });

  test('is removed when the source is published without it', async () => {
    const { source, late } = await sceneOf(kind);
    await project.update([kind.source, source], kind.data([]));
    expect(await waiting(late)).toBe(0);
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual([]);
  });

  test('is kept if the source is published again', async () => {
    const { source, late } = await sceneOf(kind);
    await project.update([kind.source, source], { title: 'source 2' });
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });

  test.each(['source', 'target'] as const)('is removed when the %s is deleted', async (side) => {
    const { source, late } = await sceneOf(kind);
    await project.delete(kind[side], side === 'source' ? source : late);
    expect(await waiting(late)).toBe(0);
  });

  test('ends when the source is unpublished, and is restored with it', async () => {
    const { source, late } = await sceneOf(kind);
    await project.act('unpublish', [kind.source, source]);
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual([]);
    await project.act('publish', [kind.source, source]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });

  test('is contained in the draft after a discard', async () => {
    const { source, late } = await sceneOf(kind);
    await project.update([kind.source, source], kind.data([]), 'status=draft');
    await project.act('discardDraft', [kind.source, source]);
    const draft = await project.read(kind.source, source, `status=draft&${kind.populate}`);
    const titles = kind.read(draft);
    expect(kind.ordered ? titles : titles.toSorted()).toEqual(withLate(kind));
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });
});

describe.each(KINDS)('D6 (c): $label', (kind) => {
  test('a target that is unpublished and published again returns to its position', async () => {
    const { source, late } = await sceneOf(kind);
    await project.act('publish', [kind.target, late]);
    for (const title of ['once', 'twice']) {
      await project.act('unpublish', [kind.target, late]);
      expect([title, await shown(kind, source)]).toEqual([title, withoutLate(kind)]);
      await project.act('publish', [kind.target, late]);
      expect([title, await shown(kind, source)]).toEqual([title, withLate(kind)]);
    }
  });
});

describe.each(representativeKinds)('D6 (c): $label', (kind) => {
  test('a target returns even if the draft of the source has changed', async () => {
    const { source, late } = await sceneOf(kind);
    await project.act('publish', [kind.target, late]);
    await project.update([kind.source, source], kind.data([]), 'status=draft');
    await project.act('unpublish', [kind.target, late]);
    await project.act('publish', [kind.target, late]);
    expect(await shown(kind, source)).toEqual(withLate(kind));
  });
});
