// Sequences that failed once, found by random runs and shrunk.
import type {
  EntryInput,
  LinkChange,
  Locales,
  Operation,
  PartInput,
  Target,
} from './operations.ts';

type Data = Partial<EntryInput>;

const ALL: Locales = '*';

/** Sequences by the property that they test. */
export const knownSequences: readonly (readonly [string, readonly Operation[]])[] = [
  [
    'pending links of shared components are deleted with them',
    [
      create('topic1'),
      create('page1', { parts: { info: [memo({ marks: [mark('topic1')] })] } }),
      publish('page1'),
      update('page1', { parts: { info: [] } }),
      update('page1', {}, 'fr published'),
    ],
  ],
  [
    'links of a draft take precedence over pending links of other published rows',
    [
      create('topic1'),
      create('topic2', {}, 'en published'),
      create('page1', { links: { topic: set('topic2') } }, 'en published'),
      unpublish('page1'),
      update('page1', { links: { topic: set('topic1') } }),
      publish('page1'),
      publish('topic1'),
    ],
  ],
  [
    'an exclusive target is removed from pending links of other rows',
    [
      create('story1'),
      create('page1', { links: { twin: set('story1') } }, 'en published'),
      create('page2', { links: { twin: set('story1') } }, 'en published'),
      update('page2', { links: { twin: set() } }),
      publish('story1'),
    ],
  ],
  [
    'a to-one link replaces a pending link',
    [
      create('topic1'),
      create('topic2'),
      create('page1', { links: { topic: set('topic2') } }, 'en published'),
      update('topic1', { links: { pages: set('page1') } }, 'en published'),
      unpublish('topic1'),
      publish('topic2'),
    ],
  ],
  [
    'pending links of a row without drafts are deleted with it',
    [
      create('page1', {}, 'en published'),
      create('person1', { links: { likes: only('published') } }),
      unpublish('page1'),
      { kind: 'delete', document: 'person1', locale: ALL },
    ],
  ],
  [
    'a row with a pending to-one link gets no other link until it is published',
    [
      create('page1'),
      create('page2'),
      create('page3', { links: { next: set('page1') } }, 'en published'),
      update('page3', { links: { next: set('page2') } }),
      publish('page2'),
      publish('page1'),
      publish('page3'),
    ],
  ],
  [
    'pending links are shared as well',
    [
      create('topic1'),
      create('page1', { parts: { info: [memo({})] } }, 'en published'),
      update('page1', { parts: { info: [memo({}, 'topic1')] } }, 'fr published'),
      publish('topic1'),
    ],
  ],
  [
    'a pending link keeps its position even if the draft has changed',
    [
      create('page1', {}, 'en published'),
      create('page2'),
      create('page3', {}, 'en published'),
      create('page4', {}, 'en published'),
      create('story1', { links: { pages: set('page1', 'page2', 'page3') } }, 'en published'),
      update('story1', { links: { pages: first('page4') } }),
      publish('page2'),
    ],
  ],
  [
    'a link that is restored with the published version has its previous position',
    [
      create('page1'),
      create('topic1', { links: { pages: set('page1') } }),
      update('page1', { links: { topic: set('topic1') } }, 'fr published'),
      update('topic1', {
        links: { pages: { set: [{ document: 'page1', locale: 'fr' }, { document: 'page1' }] } },
      }),
      { kind: 'discardDraft', document: 'page1', locale: ALL },
    ],
  ],
  [
    'disconnecting a draft keeps pending links to its published version',
    [
      create('page1', {}, 'en published'),
      create('person1', { links: { likes: only('published') } }),
      unpublish('page1'),
      update('person1', { links: { likes: { connect: [], disconnect: only('draft').set } } }),
      publish('page1'),
    ],
  ],
  [
    'disconnecting one locale of a target keeps the pending link to another',
    [
      create('person1'),
      create('page1'),
      update('page1', {}, 'fr draft'),
      { kind: 'publish', document: 'page1', locale: 'en' },
      update('person1', { links: { likes: only('published') } }),
      unpublish('page1'),
      update('person1', {
        links: { likes: { connect: [], disconnect: [{ document: 'page1', locale: 'fr' }] } },
      }),
      publish('page1'),
    ],
  ],
  [
    'a list is published in the order of its draft',
    [
      create('page1', {}, 'en published'),
      create('page2', {}, 'en published'),
      create('topic1', { links: { pages: set('page1', 'page2') } }, 'en published'),
      update('topic1', {
        links: { pages: { connect: [], disconnect: [{ document: 'page1' }] } },
      }),
      { kind: 'discardDraft', document: 'page1', locale: ALL },
      publish('topic1'),
    ],
  ],
  [
    'a shared link becomes pending if its target is deleted in one locale',
    [
      create('story1'),
      update('story1', {}, 'fr draft'),
      create('page1', { parts: { info: [stories('story1')] } }),
      update('page1', {}, 'fr draft'),
      { kind: 'delete', document: 'story1', locale: 'en' },
      update('page1', { parts: { info: [{ ...memo({}), keep: 0, links: {} }] } }),
      update('story1', {}),
    ],
  ],
  [
    'a link to the document itself keeps its position',
    [
      create('page1', {}, 'en published'),
      create('page2'),
      update('page1', { links: { idols: set('page2', 'page1') } }, 'en published'),
      publish('page2'),
    ],
  ],
  [
    'links and pending links of a discarded draft keep separate positions',
    [
      create('page1'),
      create('page2'),
      create('page3'),
      update('page1', { links: { related: set('page3') } }, 'en published'),
      update('page1', { links: { related: set('page2') } }),
      publish('page2'),
      { kind: 'discardDraft', document: 'page1', locale: ALL },
      { kind: 'discardDraft', document: 'page2', locale: ALL },
    ],
  ],
  [
    'a pending link keeps its position when other links are renumbered',
    [
      create('page1'),
      update('page1', {}, 'fr draft'),
      create('page2'),
      create('page3'),
      create(
        'topic3',
        {
          links: {
            pages: {
              connect: [
                { document: 'page1', position: 'start' },
                { document: 'page2', position: 'end' },
                { document: 'page3', position: 'start' },
              ],
              disconnect: [],
            },
          },
        },
        'en published',
      ),
      update('page1', { links: { topic: set('topic3') } }, 'fr published'),
      update('page2', { links: { topic: set() } }, 'en published'),
      { kind: 'discardDraft', document: 'topic3', locale: ALL },
    ],
  ],
];

function write(
  kind: 'create' | 'update',
  document: string,
  [data, version]: [Data, string],
): Operation {
  const [locale = '', status] = version.split(' ');
  const input = { values: {}, links: {}, parts: {}, ...data };
  return { kind, document, locale, status: status === 'published' ? status : 'draft', input };
}

function create(document: string, data: Data = {}, version: string = 'en draft'): Operation {
  return write('create', document, [data, version]);
}

function update(document: string, data: Data, version: string = 'en draft'): Operation {
  return write('update', document, [data, version]);
}

function publish(document: string): Operation {
  return { kind: 'publish', document, locale: ALL };
}

function unpublish(document: string): Operation {
  return { kind: 'unpublish', document, locale: ALL };
}

function set(...documents: readonly string[]): LinkChange {
  return { set: documents.map((document) => ({ document })) };
}

/** One version of a page. */
function only(status: 'draft' | 'published'): { readonly set: readonly Target[] } {
  return { set: [{ document: 'page1', status }] };
}

function first(document: string): LinkChange {
  return { connect: [{ document, position: 'start' }], disconnect: [] };
}

function memo(
  { marks = [] }: { readonly marks?: readonly PartInput[] },
  ...topics: readonly string[]
): PartInput {
  const links = { topics: set(...topics) };
  return { component: 'part.memo', keep: null, values: {}, links, parts: { marks } };
}

function stories(story: string): PartInput {
  return { ...memo({}), links: { stories: set(story) } };
}

function mark(topic: string): PartInput {
  return {
    component: 'part.mark',
    keep: null,
    values: {},
    links: { topic: set(topic) },
    parts: {},
  };
}
