// In charge of what all areas of routes stand on: the project, its store and engine, and who is let in.
import { Authenticator } from '../auth/authenticate.ts';
import type { Tables } from '../auth/tables.ts';
import { SignIns } from '../auth/users/sign-in.ts';
import { Roles } from '../auth/roles/roles.ts';
import type { UserTokens } from '../auth/users/user-tokens.ts';
import type { SendMail } from '../base/mail.ts';
import type { KeptAnswers } from '../http/kept-answers.ts';
import type { Peers } from '../http/metrics/peers.ts';
import type { Project } from '../project/load.ts';
import { ROLE } from '../schema/built-in/uids.ts';
import { actionGroups } from './action-groups.ts';
import { createAdministrators, type Administrators } from './administrators.ts';
import { createEngine, type Engine } from './engine.ts';
import { createSendMail } from './send-mail.ts';
import type { Store } from './store.ts';
import { createUserTokens } from './user-tokens.ts';

/** What areas are built on. */
export interface Foundation {
  readonly project: Project;
  readonly store: Store;
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly userTokens: UserTokens;
  /** What users are given who sign in, whatever way. */
  readonly signIns: SignIns;
  /** The roles of end users. */
  readonly roles: Roles;
  readonly administrators: Administrators;
  /** What rows are read and written with, of types that are the same in every project. */
  readonly tables: Tables;
  readonly sendMail: SendMail;
  /** Gives the answers of reads again; null: each is made anew. */
  readonly answers: KeptAnswers | null;
  /** Other processes that answer on the same port; null: there are none. */
  readonly peers: Peers | null;
  /** Path that all routes of the content API begin with, such as `/api`. */
  readonly prefix: string;
}

/** Lays the foundation of a project's server. @throws ProjectError for settings that cannot be met */
export async function layFoundation(
  project: Project,
  store: Store,
  { answers, peers }: Pick<Foundation, 'answers' | 'peers'> = { answers: null, peers: null },
): Promise<Foundation> {
  const { admin, api } = project.config;
  const engine = await createEngine(project, store);
  const userTokens = createUserTokens(project.config);
  const { database, registry } = store;
  const tables = engine.context;
  const tokenSalt = admin.apiTokenSalt;
  return {
    project,
    store,
    engine,
    userTokens,
    signIns: new SignIns({ database, tables, userTokens }),
    roles: new Roles({
      database,
      tables,
      reader: engine.reader,
      type: registry.contentType(ROLE),
      actions: actionGroups(project.routes),
    }),
    administrators: createAdministrators(project, store, tables),
    tables,
    authenticator: new Authenticator({
      database,
      tables,
      tokenSalt,
      userTokens,
      locale: engine.locale,
    }),
    sendMail: createSendMail(project.config),
    answers,
    peers,
    prefix: api.rest.prefix,
  };
}
