// Every kind of link that a document can have: the project, how each is written, and how it is read.
import { collectionType, schemaOf, type ProjectFiles } from './project-folder.ts';
import { titlesOf, type Entry } from './version-project.ts';

/** A kind of link, seen from one document. */
export interface LinkKind {
  readonly label: string;
  /** Singular names of the types; both have drafts. */
  readonly source: string;
  readonly target: string;
  /** Whether it is a list, or has at most one target. */
  readonly many: boolean;
  /** False if the link is stored in a column, without an order. */
  readonly ordered: boolean;
  /** Value that links a source to these documents. */
  data(documentIds: readonly string[]): object;
  readonly populate: string;
  /** The titles of the targets. */
  read(entry: Entry | null): readonly string[];
}

const PAGE = 'api::page.page';
const TERM = 'api::term.term';
const PLAIN = 'api::plain.plain';

const relation = (kind: string, target: string, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});

const morph = (kind: string, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  ...more,
});

const part = (name: string, more: object = {}): object => ({
  type: 'component',
  component: `parts.${name}`,
  ...more,
});

const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const title = { title: { type: 'string' } };

/** Types `page` and `term`, which have drafts, and `plain`, which has none, with links of every kind. */
export const linkKindsProject: ProjectFiles = {
  [schemaOf('page')]: collectionType('page', {
    ...title,
    wayMany: relation('oneToMany', TERM),
    wayFree: relation('manyToMany', TERM),
    wayOne: relation('oneToOne', TERM),
    wayOneFree: relation('manyToOne', TERM),
    terms: relation('manyToMany', TERM, { inversedBy: 'pages' }),
    chosen: relation('manyToOne', TERM, { inversedBy: 'chosenBy' }),
    twin: relation('oneToOne', TERM, { inversedBy: 'twinOf' }),
    related: relation('oneToMany', PAGE),
    relatedFree: relation('manyToMany', PAGE),
    relatedOne: relation('oneToOne', PAGE),
    parent: relation('manyToOne', PAGE, { inversedBy: 'children' }),
    children: relation('oneToMany', PAGE, { mappedBy: 'parent' }),
    columnOne: relation('oneToOne', TERM, { useJoinTable: false }),
    columnFree: relation('manyToOne', TERM, { useJoinTable: false }),
    columnChosen: relation('manyToOne', TERM, {
      useJoinTable: false,
      inversedBy: 'columnChosenBy',
    }),
    items: morph('morphToMany'),
    notes: morph('morphMany', { target: TERM, morphBy: 'items' }),
    note: morph('morphOne', { target: TERM, morphBy: 'items' }),
    memos: morph('morphMany', { target: TERM, morphBy: 'about' }),
    memo: morph('morphOne', { target: TERM, morphBy: 'about' }),
    plains: relation('manyToMany', PLAIN, { inversedBy: 'pages' }),
    home: relation('manyToOne', PLAIN, { inversedBy: 'homePages' }),
    card: part('card'),
    cards: part('card', { repeatable: true }),
    deck: part('deck'),
    zone: { type: 'dynamiczone', components: ['parts.card', 'parts.deck'] },
  }),
  [schemaOf('term')]: collectionType('term', {
    ...title,
    pages: relation('manyToMany', PAGE, { mappedBy: 'terms' }),
    chosenBy: relation('oneToMany', PAGE, { mappedBy: 'chosen' }),
    twinOf: relation('oneToOne', PAGE, { mappedBy: 'twin' }),
    columnChosenBy: relation('oneToMany', PAGE, { mappedBy: 'columnChosen' }),
    items: morph('morphToMany'),
    about: morph('morphToOne'),
  }),
  [schemaOf('plain')]: {
    ...collectionType('plain', {
      ...title,
      wayMany: relation('oneToMany', PAGE),
      wayFree: relation('manyToMany', PAGE),
      wayOne: relation('oneToOne', PAGE),
      card: part('link'),
      columnOne: relation('oneToOne', PAGE, { useJoinTable: false }),
      pages: relation('manyToMany', PAGE, { mappedBy: 'plains' }),
      homePages: relation('oneToMany', PAGE, { mappedBy: 'home' }),
      items: morph('morphToMany'),
    }),
    options: { draftAndPublish: false },
  },
  'src/components/parts/card.json': component('card', {
    label: { type: 'string' },
    terms: relation('oneToMany', TERM),
    free: relation('manyToMany', TERM),
    term: relation('oneToOne', TERM),
    column: relation('manyToOne', TERM, { useJoinTable: false }),
  }),
  'src/components/parts/deck.json': component('deck', {
    cards: part('card', { repeatable: true }),
  }),
  'src/components/parts/link.json': component('link', { pages: relation('oneToMany', PAGE) }),
};

interface CardLocation {
  readonly label: string;
  readonly populate: string;
  data(card: object): object;
  card(entry: Entry | null): unknown;
}

const at = (value: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | null)?.[key], value);

const PLACES: readonly CardLocation[] = [
  {
    label: 'in a component',
    populate: 'populate[card][populate]=*',
    data: (card) => ({ card }),
    card: (entry) => at(entry, 'card'),
  },
  {
    label: 'in a list of components',
    populate: 'populate[cards][populate]=*',
    data: (card) => ({ cards: [{ label: 'first' }, card] }),
    card: (entry) => at(entry, 'cards', 1),
  },
  {
    label: 'in a zone',
    populate: 'populate[zone][on][parts.card][populate]=*',
    data: (card) => ({ zone: [{ __component: 'parts.card', ...card }] }),
    card: (entry) => at(entry, 'zone', 0),
  },
  {
    label: 'in a nested component',
    populate: 'populate[deck][populate][cards][populate]=*',
    data: (card) => ({ deck: { cards: [card] } }),
    card: (entry) => at(entry, 'deck', 'cards', 0),
  },
  {
    label: 'in a nested component of a zone',
    populate: 'populate[zone][on][parts.deck][populate][cards][populate]=*',
    data: (card) => ({ zone: [{ __component: 'parts.deck', cards: [{ label: 'first' }, card] }] }),
    card: (entry) => at(entry, 'zone', 0, 'cards', 1),
  },
];

const MANY = { many: true, ordered: true };
const ONE = { many: false, ordered: true };

/** All kinds of links. */
export const linkKinds: readonly LinkKind[] = [
  attribute('one-way, several', ['page', 'wayMany', 'term'], MANY),
  attribute('one-way, many to many', ['page', 'wayFree', 'term'], MANY),
  attribute('one-way, one', ['page', 'wayOne', 'term'], ONE),
  attribute('one-way, many to one', ['page', 'wayOneFree', 'term'], ONE),
  attribute('two-way, many to many', ['page', 'terms', 'term'], MANY),
  attribute('two-way, many to many, other side', ['term', 'pages', 'page'], MANY),
  attribute('two-way, many to one', ['page', 'chosen', 'term'], ONE),
  attribute('two-way, one to many', ['term', 'chosenBy', 'page'], MANY),
  attribute('two-way, one to one', ['page', 'twin', 'term'], ONE),
  attribute('two-way, one to one, other side', ['term', 'twinOf', 'page'], ONE),
  attribute('same type, several', ['page', 'related', 'page'], MANY),
  attribute('same type, many to many', ['page', 'relatedFree', 'page'], MANY),
  attribute('same type, one', ['page', 'relatedOne', 'page'], ONE),
  attribute('same type, parent', ['page', 'parent', 'page'], ONE),
  attribute('same type, children', ['page', 'children', 'page'], MANY),
  attribute('column, one', ['page', 'columnOne', 'term'], ONE),
  attribute('column, many to one', ['page', 'columnFree', 'term'], ONE),
  attribute('column, two-way', ['page', 'columnChosen', 'term'], ONE),
  attribute('column of the other row', ['term', 'columnChosenBy', 'page'], {
    many: true,
    ordered: false,
  }),
  {
    ...attribute('to several types', ['page', 'items', 'term'], MANY),
    data: (ids) => ({ items: ids.map((documentId) => ({ __type: TERM, documentId })) }),
    populate: `populate[items][on][${TERM}]=true`,
  },
  attribute('of one of several types', ['page', 'notes', 'term'], MANY),
  attribute('of one of several types, one', ['page', 'note', 'term'], ONE),
  attribute('column of one of several types', ['page', 'memos', 'term'], {
    many: true,
    ordered: false,
  }),
  attribute('column of one of several types, one', ['page', 'memo', 'term'], ONE),
  ...componentKinds('terms', MANY),
  ...componentKinds('free', MANY),
  ...componentKinds('term', ONE),
  ...componentKinds('column', ONE),
];

const REPRESENTATIVE = [
  'one-way, several',
  'two-way, many to one',
  'two-way, many to many, other side',
  'same type, parent',
  'column, many to one',
  'column of the other row',
  'to several types',
  'of one of several types',
  'column of one of several types, one',
  'in a component, term',
  'in a list of components, free',
  'in a nested component of a zone, terms',
];

/** One kind for each form of storage. */
export const representativeKinds: readonly LinkKind[] = linkKinds.filter(({ label }) =>
  REPRESENTATIVE.includes(label),
);

type Shape = Pick<LinkKind, 'many' | 'ordered'>;

function attribute(
  label: string,
  [source, name, target]: readonly [string, string, string],
  shape: Shape,
): LinkKind {
  return {
    label,
    source,
    target,
    ...shape,
    data: (ids) => ({ [name]: shape.many ? ids : (ids[0] ?? null) }),
    populate: `populate[${name}]=true`,
    read: (entry) => titlesOf(entry?.[name]),
  };
}

function componentKinds(name: string, shape: Shape): readonly LinkKind[] {
  return PLACES.map(({ label, populate, data, card }) => ({
    label: `${label}, ${name}`,
    source: 'page',
    target: 'term',
    ...shape,
    data: (ids) => data({ [name]: shape.many ? ids : (ids[0] ?? null) }),
    populate,
    read: (entry) => titlesOf(at(card(entry), name)),
  }));
}
