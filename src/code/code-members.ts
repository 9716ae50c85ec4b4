// Members of `strapi` that use the store and the engine.
import type { ReadAccess } from '../query/access.ts';
import { createCodeDatabase, type CodeDatabaseDependencies } from './database/code-database.ts';
import type { LazyReads } from './documents/lazy-reads.ts';
import { accessOf } from './koa/authentication.ts';
import type { RunningCode } from './running-code.ts';
import { createContentApi } from './strapi/content-api.ts';
import { toRecord, valueAt } from '../schema/raw.ts';
import type { CodeContentRules, DataMembers } from './strapi/strapi.ts';
import type { Fields } from './strapi/code-values.ts';

export interface CodeMembersDependencies {
  readonly store: CodeDatabaseDependencies['store'];
  readonly engine: CodeDatabaseDependencies['engine'];
  readonly hooks: CodeDatabaseDependencies['hooks'];
  readonly running: RunningCode;
}

export interface CodeMembers {
  readonly data: DataMembers;
  readonly contentAPI: CodeContentRules;
  readonly reads: LazyReads;
}

export function createCodeMembers(dependencies: CodeMembersDependencies): CodeMembers {
  const { store, engine, hooks, running } = dependencies;
  const { strapi } = running;
  const contentType = (uid: string) => {
    const type = strapi.contentType(uid);
    if (!type) throw new TypeError(`Unknown content-type ${uid}`);
    return type;
  };
  hooks.reads.attach({ contentType, modelOf: (uid) => strapi.getModel(uid) });
  const { data, reads } = createCodeDatabase({
    store,
    engine,
    hooks,
    contentType,
    connectionSettings: connectionSettings(running),
  });
  const contentAPI = createContentApi({
    registry: store.registry,
    reader: engine.reader,
    accessOf: (auth): ReadAccess => accessOf(auth),
    modelOf: (uid) => strapi.getModel(uid),
    strictParams: strapi.config.get('api.rest.strictParams') === true,
  });
  return { data, contentAPI, reads };
}

/** The connection to the database, as code reads it from knex. */
function connectionSettings({ strapi, config: { database } }: RunningCode): Fields {
  const configured = valueAt(strapi.config.get('database'), 'connection.connection');
  const file = database.client === 'sqlite' ? { filename: database.file } : {};
  return { ...toRecord(configured), ...file };
}
