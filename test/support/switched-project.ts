// Projects whose types switch drafts and locales between starts on the same database.
import { expect, onTestFinished } from 'vitest';
import { collectionType, schemaOf, type ProjectFiles } from './project-folder.ts';
import type { Options } from './strapi-schemas.ts';
import { builtInTemplate } from './layout-template.ts';
import { makeDatabase, type SqlRow, type TestDatabase } from './test-database.ts';
import { VersionProject } from './version-project.ts';

/** A database that is opened under schemas, one project at a time. */
export class SwitchedProject implements AsyncDisposable {
  readonly #files: (options: Options) => ProjectFiles;
  readonly #database: Promise<TestDatabase>;
  #open: VersionProject | null = null;
  #isGone = false;

  private constructor(files: (options: Options) => ProjectFiles, database: Promise<TestDatabase>) {
    this.#files = files;
    this.#database = database;
  }

  /** Removed with the test. @param files The schemas under some options */
  static make(files: (options: Options) => ProjectFiles): SwitchedProject {
    const made = new SwitchedProject(files, makeDatabase(builtInTemplate));
    onTestFinished(() => made[Symbol.asyncDispose]());
    return made;
  }

  /** The database as another program has it, whatever is started. */
  get database(): Promise<TestDatabase> {
    return this.#database;
  }

  /** Stops, and starts with other options. */
  async start(options: Options): Promise<VersionProject> {
    await this.#open?.[Symbol.asyncDispose]();
    this.#open = null;
    this.#open = await VersionProject.open(this.#files(options), await this.#database);
    return this.#open;
  }

  /** Stops and drops the database, once. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isGone) return;
    this.#isGone = true;
    await this.#open?.[Symbol.asyncDispose]();
    await (await this.#database)[Symbol.asyncDispose]();
  }
}

const LOCALIZED = { type: 'string', pluginOptions: { i18n: { localized: true } } };

/** Schema files of types with these attributes. */
export function schemasOf(
  types: Readonly<Record<string, object>>,
  options: Options,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(types).map(([name, attributes]) => {
      const { drafts = false, locales = false } = options[name] ?? {};
      const schema = {
        ...collectionType(name, { title: LOCALIZED, ...attributes }),
        options: { draftAndPublish: drafts },
        pluginOptions: { i18n: { localized: locales } },
      };
      return [schemaOf(name), schema];
    }),
  );
}

/**
 * @throws AssertionError where a draft, or a component in it, is linked to a published row of a type with drafts, or the
 * other way round
 */
export async function expectOwnVersions(project: VersionProject): Promise<void> {
  const { registry, layout } = project.store;
  const crossing: SqlRow[] = [];
  const look = async (sql: string): Promise<void> => {
    crossing.push(...(await project.rows(sql)));
  };
  const drafted = [...registry.contentTypes.values()].filter((type) => type.draftAndPublish);
  for (const type of drafted) {
    for (const { attribute, table, near, far, target } of linksOf(project, type.uid)) {
      await look(
        `select '${attribute}' as attribute, a.id as near, b.id as far from "${table}" l
          join "${layout.table(type.uid)}" a on a.id = l."${near}"
          join "${target}" b on b.id = l."${far}"
          where (a.published_at is null) <> (b.published_at is null)`,
      );
    }
    for (const own of type.attributes.values()) {
      const place = own.kind === 'component' ? layout.link(type.uid, own.name) : null;
      if (own.kind !== 'component' || place?.kind !== 'components') continue;
      for (const { attribute, table, near, far, target } of linksOf(project, own.component)) {
        await look(
          `select '${attribute}' as attribute, a.id as near, c.cmp_id as part, b.id as far
            from "${table}" l join "${place.table}" c on c.cmp_id = l."${near}"
            join "${layout.table(type.uid)}" a on a.id = c.entity_id join "${target}" b on b.id = l."${far}"
            where c.component_type = '${own.component}' and (a.published_at is null) <> (b.published_at is null)`,
        );
      }
    }
  }
  expect(crossing).toEqual([]);
}

interface JoinedRelation {
  readonly attribute: string;
  readonly table: string;
  readonly near: string;
  readonly far: string;
  /** Table of the type with drafts. */
  readonly target: string;
}

function linksOf(
  { store: { registry, layout } }: VersionProject,
  uid: string,
): readonly JoinedRelation[] {
  return [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'relation') return [];
    if (!registry.contentType(attribute.target).draftAndPublish) return [];
    const link = layout.link(uid, attribute.name);
    if (link.kind !== 'joinTable') return [];
    return [{ ...link, attribute: attribute.name, target: layout.table(attribute.target) }];
  });
}

/** An attribute as a schema file has it. */
export interface LinkedAttribute {
  readonly type: string;
  readonly relation?: string;
  readonly target?: string;
  readonly [option: string]: unknown;
}

const to = (relation: string, target: string, more: object = {}): LinkedAttribute => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
});

export const LINKED_TYPES: Readonly<
  Record<'thing' | 'page' | 'person' | 'tag', Readonly<Record<string, LinkedAttribute>>>
> = {
  thing: {
    author: to('manyToOne', 'person', { inversedBy: 'things' }),
    owner: to('oneToOne', 'person', { inversedBy: 'owned' }),
    friends: to('manyToMany', 'person'),
    pages: to('manyToMany', 'page', { inversedBy: 'things' }),
    twin: to('oneToOne', 'page', { inversedBy: 'twin' }),
    best: to('oneToOne', 'page'),
    listed: to('manyToMany', 'page'),
    related: to('manyToMany', 'thing'),
    parent: to('manyToOne', 'thing', { inversedBy: 'children' }),
    children: to('oneToMany', 'thing', { mappedBy: 'parent' }),
    tags: to('manyToMany', 'tag', { inversedBy: 'things' }),
    shown: to('morphMany', 'page', { morphBy: 'any' }),
    image: { type: 'media', multiple: false },
    parts: { type: 'component', repeatable: true, component: 'shared.part' },
    zone: { type: 'dynamiczone', components: ['shared.part'] },
  },
  page: {
    things: to('manyToMany', 'thing', { mappedBy: 'pages' }),
    twin: to('oneToOne', 'thing', { mappedBy: 'twin' }),
    lead: to('oneToOne', 'thing'),
    list: to('manyToMany', 'thing'),
    any: { type: 'relation', relation: 'morphToMany' },
    parts: { type: 'component', repeatable: true, component: 'shared.part' },
  },
  person: {
    things: to('oneToMany', 'thing', { mappedBy: 'author' }),
    owned: to('oneToOne', 'thing', { mappedBy: 'owner' }),
    favourite: to('oneToOne', 'thing'),
    picks: to('manyToMany', 'thing'),
    parts: { type: 'component', repeatable: true, component: 'shared.part' },
  },
  tag: { things: to('manyToMany', 'thing', { mappedBy: 'tags' }) },
};

const PART = {
  collectionName: 'components_parts',
  info: { displayName: 'part' },
  attributes: {
    title: { type: 'string' },
    pages: to('manyToMany', 'page'),
    things: to('manyToMany', 'thing'),
    image: { type: 'media', multiple: true },
    inner: { type: 'component', component: 'shared.inner' },
  },
};

const INNER = {
  collectionName: 'components_inners',
  info: { displayName: 'inner' },
  attributes: { title: { type: 'string' }, page: to('oneToOne', 'page') },
};

/** A project of types that are linked in every way: `thing` and `tag` are switched, `page` has drafts, `person` none. */
export function makeLinked(): SwitchedProject {
  return SwitchedProject.make((options: Options) => ({
    ...schemasOf(LINKED_TYPES, { page: { drafts: true }, ...options }),
    'src/components/shared/part.json': PART,
    'src/components/shared/inner.json': INNER,
  }));
}
