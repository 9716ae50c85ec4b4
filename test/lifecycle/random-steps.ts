// Random sequences of plain numbers, which shrink well and become steps at run time. Each sequence uses few
// attributes, so that its steps interact.
import fc from 'fast-check';

/** Attributes that are changed together: both sides of a relation. */
const FEATURES: readonly (readonly string[])[] = [
  ['page.related'],
  ['page.lead'],
  ['page.picks'],
  ['page.parent', 'page.children'],
  ['page.idols', 'page.fans'],
  ['page.partner', 'page.partnerOf'],
  ['page.stories', 'story.pages'],
  ['page.twin', 'story.twin'],
  ['page.topic', 'topic.pages'],
  ['page.author', 'person.works'],
  ['story.people', 'person.stories'],
  ['page.labels', 'label.pages'],
  ['page.next'],
  ['topic.best'],
  ['topic.host'],
  ['person.likes'],
  ['person.top'],
  ['page.info'],
  ['page.cards'],
  ['page.zone'],
  ['topic.cards'],
  ['person.cards'],
  ['label.picks', 'label.topics'],
  ['label.cards'],
  ['label.info', 'label.rank'],
  ['page.rank', 'page.title'],
  ['story.rank'],
];

/** A choice among existing items: a number, modulo their count. */
export type Choice = number;

/** One change of one attribute. */
export interface RandomEdit {
  readonly attribute: Choice;
  readonly form: Choice;
  readonly targets: readonly RandomTarget[];
  readonly dropped: readonly RandomTarget[];
  readonly parts: readonly RandomPart[];
}

export interface RandomTarget {
  readonly document: Choice;
  readonly status: Choice;
  readonly position: Choice;
  readonly anchor: Choice;
}

export interface RandomPart {
  readonly component: Choice;
  readonly keep: Choice;
  readonly edits: readonly RandomEdit[];
}

export interface RandomStep {
  readonly kind: 'create' | 'update' | 'publish' | 'unpublish' | 'discardDraft' | 'delete';
  readonly document: Choice;
  readonly locale: Choice;
  readonly published: boolean;
  readonly edits: readonly RandomEdit[];
}

export interface FirstDocument {
  readonly published: boolean;
  readonly locales: readonly string[];
}

export interface RandomSequence {
  /** Attributes that it changes: `page.related`. */
  readonly attributes: readonly string[];
  /** Number of documents at the start, of each type that the attributes involve. */
  readonly first: readonly FirstDocument[];
  readonly steps: readonly RandomStep[];
}

const choice: fc.Arbitrary<Choice> = fc.nat(59);

const target: fc.Arbitrary<RandomTarget> = fc.record({
  document: choice,
  status: choice,
  position: choice,
  anchor: choice,
});

function edit(depth: number): fc.Arbitrary<RandomEdit> {
  return fc.record({
    attribute: choice,
    form: choice,
    targets: fc.array(target, { maxLength: 4, size: 'max' }),
    dropped: fc.array(target, { maxLength: 2 }),
    parts: depth === 0 ? fc.constant([]) : fc.array(part(depth - 1), { maxLength: 3 }),
  });
}

function part(depth: number): fc.Arbitrary<RandomPart> {
  return fc.record({
    component: choice,
    keep: choice,
    edits: fc.array(edit(depth), { minLength: 1, maxLength: 3 }),
  });
}

const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.oneof(
    ...(
      [
        ['update', 10],
        ['publish', 5],
        ['unpublish', 2],
        ['discardDraft', 2],
        ['delete', 1],
        ['create', 1],
      ] as const
    ).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) })),
  ),
  document: choice,
  locale: choice,
  published: fc.boolean(),
  edits: fc.array(edit(2), { minLength: 1, maxLength: 2 }),
});

const first: fc.Arbitrary<FirstDocument> = fc.record({
  published: fc.boolean(),
  locales: fc.constantFrom(['en'], ['en', 'fr']),
});

/** Options of sequences. */
export interface SequenceOptions {
  /** Maximum number of steps, after the first documents. */
  readonly steps: number;
  /** Attributes that they change, as `page.related`; by default any. */
  readonly only: readonly string[];
}

/** Sequences that change one to three relations, sometimes all. */
export function randomSequence({ steps, only }: SequenceOptions): fc.Arbitrary<RandomSequence> {
  const features = FEATURES.filter(
    (names) => only.length === 0 || names.some((name) => only.includes(name)),
  );
  const few = fc.uniqueArray(fc.constantFrom(...features), {
    minLength: 1,
    maxLength: Math.min(3, features.length),
  });
  return fc.record({
    attributes: fc
      .oneof({ weight: 5, arbitrary: few }, { weight: 1, arbitrary: fc.constant(features) })
      .map((chosen) => chosen.flat()),
    first: fc.array(first, { minLength: 1, maxLength: 4, size: 'max' }),
    steps: fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }),
  });
}
