// Content model of the lifecycle property test: linked types with every combination of drafts and locales, and
// components with links. The schema files of the engine and the facts of the model are derived from it.
import { schemaOf } from '../support/project-folder.ts';

/** One relation, seen from the type or component that has it. */
export interface RelationRule {
  readonly name: string;
  readonly target: string;
  readonly relation: 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany';
  /** The attribute of the target that shows the same links; null: one-way. */
  readonly inverse: string | null;
  /** True if it is the inverse side, which is declared with `mappedBy`. */
  readonly mapped: boolean;
}

/** A component, a list of them, or a dynamic zone. */
export interface PartRule {
  readonly name: string;
  readonly kind: 'single' | 'list' | 'zone';
  readonly components: readonly string[];
  /** True: one value for all locales. */
  readonly shared: boolean;
}

/** A type or component: it has attributes. */
export interface HolderRule {
  /** Names of the scalar attributes, and whether they are one value for all locales. */
  readonly scalars: readonly { readonly name: string; readonly shared: boolean }[];
  readonly relations: readonly RelationRule[];
  readonly parts: readonly PartRule[];
}

export interface TypeRule extends HolderRule {
  readonly name: string;
  readonly drafts: boolean;
  readonly localized: boolean;
}

export function toOne({ relation }: RelationRule): boolean {
  return relation.endsWith('ToOne');
}

/**
 * True if a target belongs to at most one source: only two-way relations have exclusive targets (docs/strapi/writing.md,
 * "Targets with one owner").
 */
export function exclusive({ relation, inverse }: RelationRule): boolean {
  return inverse !== null && relation.startsWith('oneTo');
}

/** @param target A type; of a two-way relation with the attribute there: `page.children`, `page.parent mapped` */
function way(name: string, relation: RelationRule['relation'], target: string): RelationRule {
  const [path = '', mapped] = target.split(' ');
  const [type = '', inverse = null] = path.split('.');
  return { name, relation, target: type, inverse, mapped: mapped === 'mapped' };
}

const own = (name: string) => ({ name, shared: false });
const shared = (name: string) => ({ name, shared: true });

export const components: Readonly<Record<string, HolderRule>> = {
  'part.card': {
    scalars: [own('label')],
    relations: [way('stories', 'oneToMany', 'story'), way('page', 'oneToOne', 'page')],
    parts: [],
  },
  'part.box': {
    scalars: [own('label')],
    relations: [way('topics', 'oneToMany', 'topic')],
    parts: [{ name: 'cards', kind: 'list', components: ['part.card'], shared: false }],
  },
  'part.memo': {
    scalars: [own('label')],
    relations: [way('stories', 'oneToMany', 'story'), way('topics', 'oneToMany', 'topic')],
    parts: [{ name: 'marks', kind: 'list', components: ['part.mark'], shared: false }],
  },
  'part.note': {
    scalars: [own('label')],
    relations: [way('topics', 'oneToMany', 'topic'), way('person', 'oneToOne', 'person')],
    parts: [{ name: 'marks', kind: 'list', components: ['part.mark'], shared: false }],
  },
  'part.mark': {
    scalars: [own('label')],
    relations: [way('topic', 'oneToOne', 'topic')],
    parts: [],
  },
};

const CARDS = ['part.card'];

export const types: Readonly<Record<string, TypeRule>> = {
  page: {
    name: 'page',
    drafts: true,
    localized: true,
    scalars: [own('title'), shared('rank')],
    relations: [
      way('related', 'oneToMany', 'page'),
      way('lead', 'oneToOne', 'story'),
      way('picks', 'oneToMany', 'story'),
      way('parent', 'manyToOne', 'page.children'),
      way('children', 'oneToMany', 'page.parent mapped'),
      way('idols', 'manyToMany', 'page.fans'),
      way('fans', 'manyToMany', 'page.idols mapped'),
      way('partner', 'oneToOne', 'page.partnerOf'),
      way('partnerOf', 'oneToOne', 'page.partner mapped'),
      way('stories', 'manyToMany', 'story.pages'),
      way('twin', 'oneToOne', 'story.twin'),
      way('topic', 'manyToOne', 'topic.pages'),
      way('author', 'manyToOne', 'person.works'),
      way('labels', 'manyToMany', 'label.pages'),
      way('next', 'oneToOne', 'page'),
    ],
    parts: [
      { name: 'info', kind: 'single', components: ['part.memo'], shared: true },
      { name: 'cards', kind: 'list', components: CARDS, shared: false },
      { name: 'zone', kind: 'zone', components: ['part.card', 'part.box'], shared: false },
    ],
  },
  story: {
    name: 'story',
    drafts: true,
    localized: true,
    scalars: [own('title'), shared('rank')],
    relations: [
      way('pages', 'manyToMany', 'page.stories mapped'),
      way('twin', 'oneToOne', 'page.twin mapped'),
      way('people', 'manyToMany', 'person.stories'),
    ],
    parts: [],
  },
  topic: {
    name: 'topic',
    drafts: true,
    localized: false,
    scalars: [own('title')],
    relations: [
      way('pages', 'oneToMany', 'page.topic mapped'),
      way('best', 'oneToMany', 'page'),
      way('host', 'manyToOne', 'person'),
    ],
    parts: [{ name: 'cards', kind: 'list', components: CARDS, shared: false }],
  },
  person: {
    name: 'person',
    drafts: false,
    localized: false,
    scalars: [own('title')],
    relations: [
      way('works', 'oneToMany', 'page.author mapped'),
      way('stories', 'manyToMany', 'story.people mapped'),
      way('likes', 'manyToMany', 'page'),
      way('top', 'oneToOne', 'story'),
    ],
    parts: [{ name: 'cards', kind: 'list', components: CARDS, shared: false }],
  },
  label: {
    name: 'label',
    drafts: false,
    localized: true,
    scalars: [own('title'), shared('rank')],
    relations: [
      way('pages', 'manyToMany', 'page.labels mapped'),
      way('picks', 'oneToMany', 'story'),
      way('topics', 'oneToMany', 'topic'),
    ],
    parts: [
      { name: 'info', kind: 'single', components: ['part.note'], shared: true },
      { name: 'cards', kind: 'list', components: CARDS, shared: false },
    ],
  },
};

/** @throws for an unknown name */
export function typeRule(name: string): TypeRule {
  const rule = types[name];
  if (!rule) throw new Error(`no type ${name}`);
  return rule;
}

/** @throws for an unknown name */
export function componentRule(name: string): HolderRule {
  const rule = components[name];
  if (!rule) throw new Error(`no component ${name}`);
  return rule;
}

export function uidOf(type: string): string {
  return `api::${type}.${type}`;
}

/** The schema files of a project with these types. */
export function projectFiles(): Readonly<Record<string, object>> {
  return Object.fromEntries([
    ...Object.values(types).map((rule) => [
      schemaOf(rule.name),
      {
        kind: 'collectionType',
        collectionName: `${rule.name}_rows`,
        info: { singularName: rule.name, pluralName: `${rule.name}-s`, displayName: rule.name },
        options: { draftAndPublish: rule.drafts },
        pluginOptions: { i18n: { localized: rule.localized } },
        attributes: attributes(rule),
      },
    ]),
    ...Object.entries(components).map(([uid, rule]) => [
      `src/components/${uid.replace('.', '/')}.json`,
      {
        collectionName: `${uid.replace('.', '_')}_rows`,
        info: { displayName: uid },
        attributes: attributes(rule),
      },
    ]),
  ]);
}

function attributes({ scalars, relations, parts }: HolderRule): object {
  return Object.fromEntries([
    ...scalars.map((scalar) => [
      scalar.name,
      { type: scalar.name === 'rank' ? 'integer' : 'string', ...localized(scalar.shared) },
    ]),
    ...relations.map(({ name, relation, target, inverse, mapped }) => [
      name,
      {
        type: 'relation',
        relation,
        target: uidOf(target),
        ...(inverse === null ? {} : { [mapped ? 'mappedBy' : 'inversedBy']: inverse }),
      },
    ]),
    ...parts.map((part) => [
      part.name,
      part.kind === 'zone'
        ? { type: 'dynamiczone', components: part.components, ...localized(part.shared) }
        : {
            type: 'component',
            repeatable: part.kind === 'list',
            component: part.components[0],
            ...localized(part.shared),
          },
    ]),
  ]);
}

function localized(isShared: boolean): object {
  return isShared ? {} : { pluginOptions: { i18n: { localized: true } } };
}
