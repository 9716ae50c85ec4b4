// One test for each kind of change (docs/strapi/model-changes.md): its steps and their descriptions.
import { describe, expect, it } from 'vitest';
import {
  modelVersion,
  openModel,
  planOf,
  type ChangeOptions,
  type Models,
} from '../../../test/support/model-change.ts';
import { describeStep, lockClassOf } from './describe-step.ts';
import { countStep } from './step-counts.ts';

const NOTE = 'api::note.note';
const TAG = 'api::tag.tag';

function kinds(before: Models, after: Models, options?: ChangeOptions): readonly string[] {
  return planOf(modelVersion(before), modelVersion(after), options).steps.map((step) =>
    [step.kind, 'why' in step ? step.why : '', 'attribute' in step ? step.attribute : '']
      .filter((word) => word !== '')
      .join(' '),
  );
}

const note = (attributes: Models[string]): Models => ({ [NOTE]: attributes, [TAG]: {} });
const text = { type: 'text' };
const relation = (kind: string, target = TAG) => ({ type: 'relation', relation: kind, target });

describe('steps of a change', () => {
  it('there are none without changes', () => {
    const same = note({ body: text, tags: relation('manyToMany') });
    expect(kinds(same, same)).toEqual([]);
  });

  it('adds an attribute', () => {
    expect(kinds(note({}), note({ body: text }))).toEqual(['addAttribute body']);
  });

  it('retains a removed attribute', () => {
    expect(kinds(note({ body: text }), note({}))).toEqual(['keepAttribute body']);
  });

  it('renames an attribute', () => {
    const renames = { attributes: new Map([[NOTE, new Map([['words', 'body']])]]) };
    expect(kinds(note({ body: text }), note({ words: text }), { renames })).toEqual([
      'move rename words',
      'renameAttribute words',
    ]);
  });

  it('does not guess a rename from a removed and an added attribute', () => {
    expect(kinds(note({ body: text }), note({ words: text }))).toEqual([
      'keepAttribute body',
      'addAttribute words',
    ]);
  });

  it('converts a changed type', () => {
    expect(kinds(note({ body: text }), note({ body: { type: 'integer' } }))).toEqual([
      'convert body',
    ]);
  });

  it('replaces an attribute by a relation', () => {
    expect(kinds(note({ body: text }), note({ body: relation('oneToOne') }))).toEqual([
      'keepAttribute body',
      'addAttribute body',
    ]);
  });

  it('limits a relation that becomes to-one', () => {
    const many = note({ tags: relation('oneToMany') });
    expect(kinds(many, note({ tags: relation('oneToOne') }))).toEqual(['limitToOne tags']);
    expect(kinds(note({ tags: relation('oneToOne') }), many)).toEqual([]);
  });

  it('replaces a relation with another target', () => {
    const before = note({ tags: relation('oneToMany') });
    expect(kinds(before, note({ tags: relation('oneToMany', NOTE) }))).toEqual([
      'move setAside tags',
      'keepAttribute tags',
      'addAttribute tags',
    ]);
  });

  it('does nothing for an added or renamed inverse side', () => {
    const pair = (name: string): Models => ({
      [NOTE]: { tags: { ...relation('manyToMany'), inversedBy: name } },
      [TAG]: { [name]: { ...relation('manyToMany', NOTE), mappedBy: 'tags' } },
    });
    expect(kinds(pair('notes'), pair('noted'))).toEqual([]);
    expect(kinds(note({ tags: relation('manyToMany') }), pair('notes'))).toEqual([]);
  });

  it('limits or replaces a changed component', () => {
    const pins = (uid: string, repeatable: boolean): Models => ({
      ...note({ pins: { type: 'component', component: uid, repeatable } }),
      'desk.pin': {},
      'desk.card': {},
    });
    expect(kinds(pins('desk.pin', true), pins('desk.pin', false))).toEqual(['limitToOne pins']);
    expect(kinds(pins('desk.pin', true), pins('desk.card', true))).toEqual([
      'move setAside pins',
      'keepAttribute pins',
      'addAttribute pins',
    ]);
  });

  it('retains a removed content-type and component', () => {
    const before = { ...note({ body: text }), 'desk.pin': { label: text } };
    expect(kinds(before, { [TAG]: {} })).toEqual(['keepModel', 'keepModel']);
  });

  it('only reports stricter rules', () => {
    const loose = {
      rank: { type: 'integer' },
      mood: { type: 'enumeration', enum: ['calm', 'loud'] },
    };
    const strict = {
      rank: { type: 'integer', max: 10, required: true },
      mood: { type: 'enumeration', enum: ['calm'] },
    };
    expect(kinds(note(loose), note(strict))).toEqual([
      'tighten rank',
      'tighten rank',
      'tighten mood',
    ]);
    expect(kinds(note(strict), note(loose))).toEqual([]);
  });

  it('switches drafts, locales and the kind of a type', () => {
    const models = note({ body: text });
    const on = modelVersion(models, { [NOTE]: { draftAndPublish: true, localized: true } });
    const single = modelVersion(models, { [NOTE]: { kind: 'singleType' } });
    const { steps } = planOf(on, single);
    expect(steps).toMatchObject([
      { kind: 'switchOption', option: 'drafts', on: false },
      { kind: 'switchOption', option: 'locales', on: false },
      { kind: 'makeSingle', uid: NOTE },
    ]);
  });
});

describe('descriptions of steps', () => {
  it('contain counts and examples of the affected values', async () => {
    const before = modelVersion(
      note({ title: { type: 'string' }, size: { type: 'string' }, tags: relation('oneToMany') }),
    );
    const after = modelVersion(
      note({
        title: { type: 'string', unique: true, maxLength: 3 },
        size: { type: 'integer' },
        tags: relation('oneToOne'),
      }),
    );
    const model = await openModel(before);
    await model.script(`
      INSERT INTO notes (document_id, title, size) VALUES ('a', 'same', '1'), ('b', 'same', 'big');
      INSERT INTO tags (document_id) VALUES ('t'), ('u');
      INSERT INTO notes_tags_lnk (note_id, tag_id) VALUES (1, 1), (1, 2), (2, 1)`);
    const { steps } = planOf(before, after);
    const { dialect } = model.database;
    const ddl = await dialect.ddl.loadModelDdl();
    const context = { dialect, model: ddl, hasDocuments: true, locale: 'en', table: 'notes' };
    const lines: string[] = [];
    for (const step of steps) {
      const counted = await model.database.read(countStep(step, context));
      lines.push(`${lockClassOf(step, false)}: ${describeStep(step, counted)}`);
    }
    expect(lines).toEqual([
      `scan: ${NOTE} title: it becomes unique. 2 stored values break it (such as "same") and are served as before.`,
      `scan: ${NOTE} title: its maxLength becomes 3. 2 stored values break it (such as "same") and are served as before.`,
      `rewrite: ${NOTE} size: string becomes integer. 1 value does not fit (such as "big"), so the change is rejected.`,
      `scan: ${NOTE} tags accepts one value. 1 entry has several; the others are stored, but not served.`,
    ]);
  });
});
