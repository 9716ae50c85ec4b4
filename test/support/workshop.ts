// A project with types for tests of project code, and the data members of its `strapi` object.
import { afterAll } from 'vitest';
import {
  createCodeDatabase,
  type CodeDatabaseDependencies,
} from '../../src/code/database/code-database.ts';
import {
  createCodeHooks,
  writeHooksOf,
  type CodeHooks,
} from '../../src/code/lifecycles/code-hooks.ts';
import type { ContentTypeModel, DataMembers } from '../../src/code/strapi/strapi.ts';
import { collectionType, schemaOf, type ProjectFiles } from './project-folder.ts';
import { VersionProject } from './version-project.ts';

export const JOB = 'api::job.job';
export const CLIENT = 'api::client.client';
export const CRATE = 'api::crate.crate';
export const LETTER = 'api::letter.letter';

const withoutDrafts = { options: { draftAndPublish: false } };
const localized = (is: boolean) => ({ pluginOptions: { i18n: { localized: is } } });
const parts = { type: 'component', repeatable: true, component: 'work.part' };

const files: ProjectFiles = {
  [schemaOf('job')]: collectionType('job', {
    title: { type: 'string', required: true, maxLength: 60 },
    slug: { type: 'string', unique: true },
    hours: { type: 'decimal', min: 0 },
    stage: { type: 'enumeration', enum: ['new', 'running', 'done'], default: 'new' },
    secret: { type: 'string', private: true },
    due: { type: 'datetime' },
    marks: { type: 'json' },
    parts,
    zone: { type: 'dynamiczone', components: ['work.part', 'work.kit'] },
    client: {
      type: 'relation',
      relation: 'manyToOne',
      target: CLIENT,
      inversedBy: 'jobs',
    },
    helpers: { type: 'relation', relation: 'manyToMany', target: CLIENT },
  }),
  [schemaOf('client')]: {
    ...collectionType('client', {
      name: { type: 'string', required: true },
      pin: { type: 'password' },
      visits: { type: 'integer', default: 0 },
      jobs: { type: 'relation', relation: 'oneToMany', target: JOB, mappedBy: 'client' },
    }),
    ...withoutDrafts,
  },
  [schemaOf('crate')]: {
    ...collectionType('crate', {
      name: { type: 'string' },
      weight: { type: 'integer' },
      label: { type: 'string' },
      parts,
    }),
    ...withoutDrafts,
  },
  [schemaOf('letter')]: {
    ...collectionType('letter', {
      subject: { type: 'string', required: true, ...localized(true) },
      number: { type: 'integer', ...localized(false) },
    }),
    ...localized(true),
  },
  'src/components/work/part.json': {
    collectionName: 'components_work_parts',
    info: { displayName: 'Part' },
    attributes: {
      name: { type: 'string', required: true },
      count: { type: 'integer', default: 1 },
    },
  },
  'src/components/work/kit.json': {
    collectionName: 'components_work_kits',
    info: { displayName: 'Kit' },
    attributes: { label: { type: 'string' }, parts },
  },
};

/** An open workshop. */
export interface Workshop extends AsyncDisposable, DataMembers {
  readonly project: VersionProject;
  readonly hooks: CodeHooks;
}

/** Opens a workshop on its own database. The caller disposes of it. */
export async function openWorkshop(timeout?: number): Promise<Workshop> {
  const hooks = createCodeHooks({
    ...(timeout === undefined ? {} : { hookTimeout: timeout }),
    transactionTimeout: timeout ?? 60_000,
  });
  const project = await VersionProject.open(files, undefined, { hooks: writeHooksOf(hooks) });
  const parts: CodeDatabaseDependencies = {
    store: { ...project.store, database: project.database },
    engine: project.engine,
    hooks,
    contentType: (uid) => ({ uid }) as ContentTypeModel,
  };
  return {
    project,
    hooks,
    ...createCodeDatabase(parts).data,
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

/** Opens a workshop that is closed after the tests of the file. */
export async function shareWorkshop(timeout?: number): Promise<Workshop> {
  const workshop = await openWorkshop(timeout);
  afterAll(() => workshop[Symbol.asyncDispose]());
  return workshop;
}
