// Reads of a caller: once while nothing changes, and in one step while the database keeps changing.
import { withInteraction } from '../storage/interactive-database.ts';
import { expect, test } from 'vitest';
import { openAccounts, register } from '../../test/support/accounts.ts';
import type { TestApp } from '../../test/support/app.ts';
import { createUserTokens } from '../app/accounts/user-tokens.ts';
import { createEngine } from '../app/engine.ts';
import { ApiTokens } from './api-tokens/api-tokens.ts';
import { Authenticator } from './authenticate.ts';
import { allowAll } from './permissions.ts';
import { ChangeFeed } from '../storage/commits/change-feed.ts';
import type { Database } from '../storage/database.ts';
import type { ReadSteps } from '../storage/session.ts';

/** Notes how many steps each read has. */
class Observed implements Database {
  readonly #inside: Database;
  readonly #isRestless: boolean;
  readonly #changes = new ChangeFeed();
  steps: number[] = [];

  /** @param isRestless If true, the database reports a change at every check */
  constructor(inside: Database, isRestless: boolean) {
    this.#inside = inside;
    this.#isRestless = isRestless;
  }

  get dialect(): Database['dialect'] {
    return this.#inside.dialect;
  }

  read<T>(steps: ReadSteps<T>): Promise<T> {
    const at = this.steps.push(0) - 1;
    const count = (): void => {
      this.steps[at] = (this.steps[at] ?? 0) + 1;
    };
    return this.#inside.read(counted(steps, count));
  }

  version(): number {
    if (this.#isRestless) this.#changes.emit(null);
    return this.#changes.version;
  }

  get isCommitting(): boolean {
    return this.#inside.isCommitting;
  }

  onChange: Database['onChange'] = (listener) => this.#changes.subscribe(listener);

  transact: Database['transact'] = (steps) => this.#inside.transact(steps);
  runInTransaction: Database['runInTransaction'] = (work) => this.#inside.runInTransaction(work);
  stats: Database['stats'] = () => this.#inside.stats();
  close: Database['close'] = () => this.#inside.close();
}

function* counted<T>(steps: ReadSteps<T>, count: () => void): ReadSteps<T> {
  let step = steps.next();
  while (!step.done) {
    count();
    step = steps.next(yield step.value);
  }
  return step.value;
}

async function open({ project, store }: TestApp, isRestless: boolean) {
  const database = new Observed(store.database, isRestless);
  const engine = await createEngine(project, { ...store, database: withInteraction(database) });
  const authenticator = new Authenticator({
    database,
    tables: engine.context,
    tokenSalt: project.config.admin.apiTokenSalt,
    userTokens: createUserTokens(project.config),
    locale: engine.locale,
  });
  database.steps = [];
  return { authenticator, database, engine };
}

/** Authorization headers of all kinds of callers. */
async function headersOf(app: TestApp) {
  const { jwt } = await register(app, 'ada');
  const { project, store } = app;
  const custom = new ApiTokens({
    database: store.database,
    tables: (await createEngine(project, store)).context,
    secrets: { salt: project.config.admin.apiTokenSalt, encryptionKey: null },
    actions: new Set(['api::author.author.find', 'api::author.author.create']),
  });
  const { plain } = await custom.create(
    { name: 'c', type: 'custom', permissions: ['api::author.author.find'] },
    allowAll,
    'number',
  );
  return {
    public: undefined,
    user: `Bearer ${jwt}`,
    token: `Bearer ${app.token}`,
    custom: `Bearer ${plain}`,
  };
}

test('reads the caller and the default locale in one step while the database keeps changing', async () => {
  const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  const headers = await headersOf(app);
  const { authenticator, database } = await open(app, true);
  for (const [kind, header] of Object.entries(headers)) {
    const principal = await authenticator.authenticate(header);
    expect(principal.kind).toBe(kind === 'custom' ? 'token' : kind);
    expect([kind, database.steps]).toEqual([kind, [1]]);
    await authenticator.flush();
    database.steps = [];
  }
});

test('reads neither the caller nor the default locale while the database is unchanged', async () => {
  const app = await openAccounts({ users: "{ jwtManagement: 'refresh' }" });
  const headers = Object.values(await headersOf(app));
  const { authenticator, database, engine } = await open(app, false);
  for (const header of headers) await authenticator.authenticate(header);
  await authenticator.flush();
  for (const header of headers) await authenticator.authenticate(header);
  database.steps = [];
  for (const header of headers) await authenticator.authenticate(header);
  await engine.locale.follow();
  expect(database.steps).toEqual([]);
});

test('shares the actions of a role between its users', async () => {
  const app = await openAccounts();
  const jwts = [];
  for (const name of ['ada', 'bob', 'cid']) jwts.push((await register(app, name)).jwt);
  await app.store.database.runInTransaction(async (session) => {
    await session.script(
      `update up_users_role_lnk set role_id = (select id from up_roles where type = 'public')
       where user_id = (select id from up_users where username = 'cid')`,
    );
  });
  const { authenticator } = await open(app, false);
  const [ada, bob, cid] = await Promise.all(
    jwts.map((jwt) => authenticator.authenticate(`Bearer ${jwt}`)),
  );
  const nobody = await authenticator.authenticate(undefined);
  const again = await authenticator.authenticate(`Bearer ${jwts[1]}`);
  expect(again.actions).toBe((await authenticator.authenticate(`Bearer ${jwts[0]}`)).actions);
  expect(ada?.actions).toEqual(bob?.actions);
  expect(ada?.actions).toContain('plugin::users-permissions.user.me');
  expect(cid?.actions).toEqual(nobody.actions);
  expect(cid?.actions).not.toEqual(ada?.actions);
});

test('uses the first of several roles that another program assigned, for this user only', async () => {
  const app = await openAccounts();
  const jwts: string[] = [];
  for (const name of ['ada', 'bob']) jwts.push((await register(app, name)).jwt);
  await app.store.database.runInTransaction((session) =>
    session.script(
      `insert into up_users_role_lnk (user_id, role_id)
       select u.id, r.id from up_users u, up_roles r where u.username = 'ada' and r.type = 'public'`,
    ),
  );
  const { authenticator } = await open(app, false);
  const actions: string[][] = [];
  for (const jwt of jwts) {
    const principal = await authenticator.authenticate(`Bearer ${jwt}`);
    actions.push([...principal.actions].toSorted());
  }
  expect(actions[0]).toContain('plugin::users-permissions.user.me');
  expect(actions[0]).not.toContain('plugin::users-permissions.auth.register');
  expect(actions[1]).toEqual(actions[0]);
});
