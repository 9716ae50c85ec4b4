// Edits of the content model: one change in the draft, one in the request; both sides of relations stay in step.
import { beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { fieldOf, modelOf, type Draft } from './draft.ts';
import { draftIssues } from './draft-issues.ts';
import { changedModels, toRequest } from './draft-request.ts';
import { DraftStore } from './draft-store.ts';
import {
  addField,
  addModel,
  asRename,
  changeField,
  changeModel,
  moveField,
  removeField,
  removeModel,
} from './edit-draft.ts';
import { renameValue, withValues } from './enum-values.ts';
import { mergeDrafts, takeTheirs } from './merge-drafts.ts';
import { restorePart, newField, newModel } from './new-parts.ts';
import { parseDraft } from './parse-draft.ts';
import { withOtherSideField, withTarget } from './relation-sides.ts';

const ARTICLE = 'api::article.article';
const AUTHOR = 'api::author.author';
const reserved = { models: ['date', 'strapi*'], attributes: ['created_at', 'id', 'strapi*'] };

function type(name: string, attributes: readonly JsonObject[]): JsonObject {
  return {
    uid: `api::${name}.${name}`,
    modelType: 'contentType',
    kind: 'collectionType',
    visible: true,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: true },
    attributes,
  };
}

const SCHEMA: JsonObject = {
  contentTypes: {
    [ARTICLE]: type('article', [
      { name: 'title', type: 'string', required: true },
      { name: 'slug', type: 'uid', targetField: 'title' },
      { name: 'state', type: 'enumeration', enum: ['new', 'old'], default: 'old' },
      {
        name: 'author',
        type: 'relation',
        relation: 'manyToOne',
        target: AUTHOR,
        inversedBy: 'articles',
        targetAttribute: 'articles',
      },
      { name: 'seo', type: 'component', component: 'shared.seo', repeatable: false },
    ]),
    [AUTHOR]: type('author', [
      { name: 'name', type: 'string' },
      {
        name: 'articles',
        type: 'relation',
        relation: 'oneToMany',
        target: ARTICLE,
        mappedBy: 'author',
        targetAttribute: 'author',
      },
    ]),
  },
  components: {
    'shared.seo': {
      uid: 'shared.seo',
      modelType: 'component',
      category: 'shared',
      info: { displayName: 'SEO' },
      attributes: [{ name: 'title', type: 'string' }],
    },
  },
};

let base: Draft;
beforeEach(() => {
  base = parseDraft(SCHEMA).draft;
});

const at = (modelId: string, name: string) => ({ modelId, fieldId: `${modelId}/${name}` });

function sent(draft: Draft, uid: string): JsonObject {
  const { contentTypes, components } = toRequest(base, draft).data;
  return [...contentTypes, ...components].find((each) => each['uid'] === uid) ?? {};
}

function attributesOf(draft: Draft, uid: string): readonly JsonObject[] {
  return sent(draft, uid)['attributes'] as readonly JsonObject[];
}

test('an unchanged draft sends nothing', () => {
  expect(toRequest(base, base).data).toEqual({ contentTypes: [], components: [] });
});

test('a rename is sent as such, and everything that names the attribute follows', () => {
  const draft = changeField(base, at(ARTICLE, 'title'), { name: 'headline' });
  const [title, slug] = attributesOf(draft, ARTICLE);
  expect(title).toEqual({
    action: 'update',
    name: 'headline',
    renamedFrom: 'title',
    properties: { type: 'string', required: true },
  });
  expect(slug).toMatchObject({ properties: { targetField: 'headline' } });
  expect(changedModels(base, draft)).toEqual([{ id: ARTICLE, action: 'update' }]);
});

test('a renamed side of a relation is also renamed in the other side', () => {
  const draft = changeField(base, at(AUTHOR, 'articles'), { name: 'posts' });
  expect(attributesOf(draft, ARTICLE)[3]).toMatchObject({
    name: 'author',
    properties: { relation: 'manyToOne', target: AUTHOR, targetAttribute: 'posts' },
  });
  expect(attributesOf(draft, AUTHOR)[1]).toMatchObject({ renamedFrom: 'articles' });
});

test('removing a relation also removes its other side', () => {
  const draft = removeField(base, ARTICLE, `${ARTICLE}/author`);
  expect(fieldOf(draft, AUTHOR, `${AUTHOR}/articles`)).toBeNull();
});

test('the other side follows the kind, and can be added and removed', () => {
  const many = changeField(base, at(ARTICLE, 'author'), {
    properties: {
      ...fieldOf(base, ARTICLE, `${ARTICLE}/author`)?.properties,
      relation: 'manyToMany',
    },
  });
  expect(attributesOf(many, AUTHOR)[1]).toMatchObject({
    properties: { relation: 'manyToMany', targetAttribute: 'author' },
  });
  const alone = withOtherSideField(base, at(ARTICLE, 'author'), null);
  expect(modelOf(alone, AUTHOR)?.fields).toHaveLength(1);
  expect(attributesOf(alone, ARTICLE)[3]).toMatchObject({
    properties: { relation: 'oneToOne', targetAttribute: null },
  });
  const again = withOtherSideField(alone, at(ARTICLE, 'author'), 'new-1');
  expect(fieldOf(again, AUTHOR, 'new-1')).toMatchObject({
    name: 'articles',
    properties: { relation: 'oneToMany', target: ARTICLE, side: `${ARTICLE}/author` },
  });
  const itself = withTarget(again, at(ARTICLE, 'author'), ARTICLE);
  expect(fieldOf(itself, AUTHOR, 'new-1')).toBeNull();
});

test('both sides of a new relation are sent', () => {
  const alone = withOtherSideField(base, at(ARTICLE, 'author'), null);
  const many = changeField(
    withOtherSideField(alone, at(ARTICLE, 'author'), 'new-1'),
    at(ARTICLE, 'author'),
    {
      properties: { type: 'relation', relation: 'manyToMany', target: AUTHOR, side: 'new-1' },
    },
  );
  const { contentTypes } = toRequest(base, many).data;
  expect(contentTypes.map(({ uid }) => uid)).toEqual([ARTICLE, AUTHOR]);
  expect(attributesOf(many, ARTICLE)[3]).toMatchObject({
    properties: { relation: 'manyToMany', target: AUTHOR, targetAttribute: 'articles' },
  });
  expect(attributesOf(many, AUTHOR)[1]).toMatchObject({
    action: 'create',
    name: 'articles',
    properties: { relation: 'manyToMany', target: ARTICLE, targetAttribute: 'author' },
  });
});

test('null is not sent', () => {
  const draft = changeField(base, at(ARTICLE, 'title'), {
    properties: { type: 'integer', default: null },
  });
  expect(attributesOf(draft, ARTICLE)[0]).toMatchObject({ properties: { type: 'integer' } });
  expect(attributesOf(draft, ARTICLE)[0]?.['properties']).not.toHaveProperty('default');
});

test('attributes are sent in their order', () => {
  const draft = moveField(base, ARTICLE, [0, 4]);
  expect(attributesOf(draft, ARTICLE).map(({ name }) => name)).toEqual([
    'slug',
    'state',
    'author',
    'seo',
    'title',
  ]);
});

test('a renamed value keeps its entries, also after a second rename', () => {
  const state = at(ARTICLE, 'state');
  const value = (draft: Draft) => fieldOf(draft, ARTICLE, state.fieldId)!;
  const once = changeField(base, state, renameValue(value(base), 1, 'form'));
  const twice = changeField(once, state, renameValue(value(once), 1, 'former'));
  expect(attributesOf(twice, ARTICLE)[2]).toMatchObject({
    properties: { enum: ['new', 'former'], default: 'former', renamedValues: { old: 'former' } },
  });
  const back = changeField(twice, state, renameValue(value(twice), 1, 'old'));
  expect(toRequest(base, back).data.contentTypes).toEqual([]);
  const removed = changeField(twice, state, withValues(value(twice), ['new']));
  expect(attributesOf(removed, ARTICLE)[2]).toMatchObject({
    properties: { type: 'enumeration', enum: ['new'] },
  });
});

test('the names of a new type are derived from its display name', () => {
  const model = { ...newModel('new-1', 'collectionType'), displayName: 'Side Story' };
  const named = { ...newField('new-2', { type: 'string' }), name: 'title' };
  const draft = addField(addModel(base, model), 'new-1', { field: named });
  expect(toRequest(base, draft).data.contentTypes).toEqual([
    {
      action: 'create',
      uid: 'api::side-story.side-story',
      kind: 'collectionType',
      displayName: 'Side Story',
      singularName: 'side-story',
      pluralName: 'side-stories',
      draftAndPublish: true,
      attributes: [{ action: 'create', name: 'title', properties: { type: 'string' } }],
    },
  ]);
});

test('types and components are renamed, moved and removed', () => {
  const renamed = changeModel(base, AUTHOR, { singularName: 'writer', pluralName: 'writers' });
  expect(sent(renamed, 'api::writer.writer')).toMatchObject({
    action: 'update',
    renamedFrom: AUTHOR,
    pluralName: 'writers',
  });
  expect(attributesOf(renamed, ARTICLE)[3]).toMatchObject({
    properties: { target: 'api::writer.writer' },
  });
  const moved = changeModel(base, 'shared.seo', { category: 'meta' });
  expect(sent(moved, 'shared.seo')).toMatchObject({ action: 'update', category: 'meta' });
  expect(attributesOf(moved, ARTICLE)[4]).toMatchObject({ properties: { component: 'meta.seo' } });
  const removed = removeModel(base, 'shared.seo');
  expect(sent(removed, 'shared.seo')).toEqual({ action: 'delete', uid: 'shared.seo' });
  expect(modelOf(removed, ARTICLE)?.fields.map(({ name }) => name)).not.toContain('seo');
});

test('a removal and an addition can become a rename', () => {
  const removed = removeField(base, AUTHOR, `${AUTHOR}/name`);
  const field = { ...newField('new-1', { type: 'string' }), name: 'fullName' };
  const draft = asRename(addField(removed, AUTHOR, { field }), AUTHOR, {
    from: 'name',
    to: 'fullName',
  });
  expect(attributesOf(draft, AUTHOR)).toContainEqual(
    expect.objectContaining({ action: 'update', name: 'fullName', renamedFrom: 'name' }),
  );
});

test('restores what was removed', () => {
  const properties = { type: 'uid', targetField: 'title' };
  const part = { uid: ARTICLE, attribute: 'path', properties, attributes: [] };
  const draft = restorePart(base, part, 'new-1');
  expect(attributesOf(draft, ARTICLE)[5]).toEqual({ action: 'create', name: 'path', properties });
  const whole = restorePart(
    base,
    {
      uid: 'api::tag.tag',
      attribute: null,
      properties: {
        kind: 'collectionType',
        info: { displayName: 'Tag', singularName: 'tag', pluralName: 'tags' },
      },
      attributes: [{ name: 'name', properties: { type: 'string' } }],
    },
    'new-1',
  );
  expect(sent(whole, 'api::tag.tag')).toMatchObject({ action: 'create', pluralName: 'tags' });
});

test.each(['', 'createdAt', 'strapiThing', '2nd', 'Title'])(
  'an attribute cannot be called %j',
  (name) => {
    const field = { ...newField('new-1', { type: 'string' }), name };
    const draft = addField(base, ARTICLE, { field });
    expect(draftIssues(base, draft, reserved)).toEqual([{ modelId: ARTICLE, fieldId: 'new-1' }]);
  },
);

test.each(['Date', 'Article', 'Articles', 'عنوان', ''])('a type cannot be called %j', (name) => {
  const draft = addModel(base, { ...newModel('new-1', 'collectionType'), displayName: name });
  expect(draftIssues(base, draft, reserved)).toEqual([{ modelId: 'new-1', fieldId: null }]);
});

test('typing is undone as one step, other changes one by one', () => {
  let now = 0;
  const store = new DraftStore(base, null, () => now);
  const name = (text: string) => (draft: Draft) =>
    changeField(draft, at(ARTICLE, 'title'), { name: text });
  store.change(name('h'), 'name');
  now += 100;
  store.change(name('he'), 'name');
  store.change((draft) => moveField(draft, ARTICLE, [0, 1]));
  expect(store.newId()).toBe('new-1');
  store.undo();
  expect(modelOf(store.state.draft, ARTICLE)?.fields[0]?.name).toBe('he');
  store.undo();
  expect(store.state.draft).toBe(base);
  store.redo();
  expect(modelOf(store.state.draft, ARTICLE)?.fields[0]?.name).toBe('he');
});

test('changes by two people are merged by attribute', () => {
  const mine = changeField(base, at(ARTICLE, 'title'), { name: 'headline' });
  const other = { ...newField('other', { type: 'text' }), name: 'lead' };
  const theirs = changeModel(addField(base, ARTICLE, { field: other, index: 1 }), AUTHOR, {
    displayName: 'Writer',
  });
  const { draft, conflicts, changedByOthers } = mergeDrafts({ base, mine, theirs });
  expect(
    modelOf(draft, ARTICLE)
      ?.fields.map(({ name }) => name)
      .slice(0, 3),
  ).toEqual(['headline', 'lead', 'slug']);
  expect(modelOf(draft, AUTHOR)?.displayName).toBe('Writer');
  expect(conflicts).toEqual([]);
  expect(changedByOthers).toEqual([ARTICLE, AUTHOR]);
});

test('an attribute that both people changed is a conflict until one version is chosen', () => {
  const mine = changeField(base, at(ARTICLE, 'title'), { name: 'headline' });
  const theirs = changeField(base, at(ARTICLE, 'title'), { properties: { type: 'text' } });
  const merge = mergeDrafts({ base, mine, theirs });
  const conflict = { modelId: ARTICLE, fieldId: `${ARTICLE}/title` };
  expect(merge.conflicts).toEqual([conflict]);
  expect(modelOf(merge.draft, ARTICLE)?.fields[0]?.name).toBe('headline');
  const taken = takeTheirs(merge.draft, theirs, conflict);
  expect(modelOf(taken, ARTICLE)?.fields[0]).toMatchObject({ properties: { type: 'text' } });
});
