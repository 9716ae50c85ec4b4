// Hooks around rows and operations: their order, their changes, transactions and rollbacks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localesProject } from '../../test/support/locales-project.ts';
import { VersionProject } from '../../test/support/version-project.ts';
import type { ContentEvent } from './content-events.ts';
import type { RowEvent, WriteHooks, WriteMiddleware } from './write-hooks.ts';

type Hook = (when: 'before' | 'after', event: RowEvent) => void | Promise<void>;

const STORY = 'api::story.story';
const CARD = 'parts.card';

let project: VersionProject;
let hook: Hook;
let hooked: readonly string[];
const middlewares: WriteMiddleware[] = [];

const hooks: WriteHooks = {
  rows: {
    has: (uid) => hooked.includes(uid),
    before: async (event) => hook('before', event),
    after: async (event) => hook('after', event),
  },
  middlewares,
};

beforeAll(async () => {
  hooked = [];
  project = await VersionProject.open(localesProject, undefined, { hooks });
});

afterAll(() => project[Symbol.asyncDispose]());

beforeEach(() => {
  hooked = [STORY];
  hook = () => undefined;
  middlewares.length = 0;
});

/** The hooks that some work runs. */
async function hooksOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const run: string[] = [];
  hook = (when, { action, uid }) => void run.push(`${when} ${action} ${uid.split('.').at(-1)}`);
  await work();
  hook = () => undefined;
  return run;
}

async function titles(): Promise<readonly unknown[]> {
  const table = project.store.layout.table(STORY);
  return (await project.rows(`select title from ${table} order by id`)).map(({ title }) => title);
}

/** Writes nothing that has hooks. */
async function published(data: object): Promise<readonly [string, string]> {
  hooked = [];
  const documentId = await project.published('story', data);
  hooked = [STORY];
  return ['story', documentId];
}

describe('hooks run in order', () => {
  const draft = ['before create story', 'after create story'];

  test('for a draft, and for a write that publishes', async () => {
    const data = { title: 'a' };
    expect(await hooksOf(() => project.draft('story', data))).toEqual(draft);
    expect(await hooksOf(() => project.published('story', data))).toEqual([...draft, ...draft]);
  });

  test('for an update of a published entry: the draft, the old row, the new row', async () => {
    const page = await published({ title: 'a' });
    expect(await hooksOf(() => project.update(page, { title: 'b' }))).toEqual([
      'before update story',
      'after update story',
      'before delete story',
      'after delete story',
      'before create story',
      'after create story',
    ]);
    expect(await hooksOf(() => project.update(page, { title: 'c' }, 'status=draft'))).toEqual([
      'before update story',
      'after update story',
    ]);
  });

  test('for publish, discard, unpublish and delete', async () => {
    const page = await published({ title: 'a' });
    const replaced = ['before delete story', 'after delete story', ...draft];
    expect(await hooksOf(() => project.act('publish', page))).toEqual(replaced);
    expect(await hooksOf(() => project.act('discardDraft', page))).toEqual(replaced);
    expect(await hooksOf(() => project.act('unpublish', page))).toEqual([
      'before delete story',
      'after delete story',
    ]);
    await project.act('publish', page);
    expect(await hooksOf(() => project.delete(...page))).toEqual([
      'before delete story',
      'before delete story',
      'after delete story',
      'after delete story',
    ]);
  });

  test('for components before their entry', async () => {
    hooked = [STORY, CARD];
    const cards = [{ text: 'one' }, { text: 'two' }];
    const data = { title: 'a', zone: [{ __component: 'parts.deck', cards }] };
    expect(await hooksOf(() => project.draft('story', data))).toEqual([
      'before create card',
      'before create card',
      'after create card',
      'after create card',
      'before create story',
      'after create story',
    ]);
  });

  test('only for models that have hooks', async () => {
    expect(await hooksOf(() => project.draft('topic', { title: 'a' }))).toEqual([]);
  });
});

describe('a hook', () => {
  test('changes the written values', async () => {
    hook = (when, { values }) => {
      if (when === 'before') values.set('views', 42);
    };
    expect(await project.create('story', { title: 'a', views: 1 })).toMatchObject({ views: 42 });
  });

  test('changes a published copy without its draft', async () => {
    hook = (when, { copyOf, values }) => {
      if (when === 'before' && copyOf !== null) values.set('title', 'shown');
    };
    const { documentId, title } = await project.create('story', { title: 'a' });
    expect(title).toBe('shown');
    expect((await project.read('story', documentId, 'status=draft'))?.['title']).toBe('a');
  });

  test('keeps state from before to after, which also receives the row', async () => {
    const seen: unknown[] = [];
    hook = (when, event) => {
      if (when === 'before') event.state = event.row;
      else seen.push([event.state, event.row]);
    };
    const { id } = await project.create('story', { title: 'a' }, 'status=draft');
    expect(seen).toEqual([[null, id]]);
  });

  test('sees its own uncommitted write, which other connections do not see', async () => {
    const topics = project.engine.documents('api::topic.topic');
    const stories = project.engine.documents(STORY);
    let outside: unknown[] = [];
    let inside: unknown;
    hook = async (when) => {
      if (when === 'before') return;
      inside = await stories.count({ filters: { title: 'hidden' } });
      outside = [...(await titles())];
      await topics.create({ data: { title: 'from a hook' } });
    };
    await project.draft('story', { title: 'hidden' });
    expect(inside).toBe(1);
    expect(outside).not.toContain('hidden');
    expect(await titles()).toContain('hidden');
    expect(await topics.count({ filters: { title: 'from a hook' } })).toBe(1);
  });

  test('does not cache its counts for others', async () => {
    const stories = project.engine.documents(STORY);
    const before = await stories.count();
    hook = async (when) => {
      if (when === 'before') return;
      await stories.count();
      throw new Error('undone');
    };
    await expect(project.draft('story', { title: 'x' })).rejects.toThrow('undone');
    hook = () => undefined;
    expect(await stories.count()).toBe(before);
  });
});

describe('rolls back', () => {
  test.each(['before', 'after'] as const)(
    'all writes, including those of the hook, if a hook fails %s',
    async (failing) => {
      const topics = project.engine.documents('api::topic.topic');
      const before = await titles();
      const events: ContentEvent[] = [];
      const end = project.engine.feed.subscribe((some) => events.push(...some));
      hook = async (when) => {
        if (when !== failing) return;
        await topics.create({ data: { title: `gone ${failing}` } });
        throw new Error('no');
      };
      await expect(project.published('story', { title: 'gone' })).rejects.toThrow('no');
      end();
      expect(await titles()).toEqual(before);
      expect(await topics.count({ filters: { title: `gone ${failing}` } })).toBe(0);
      expect(events).toEqual([]);
    },
  );

  test('only a rejected nested write if the hook continues', async () => {
    const topics = project.engine.documents('api::topic.topic');
    hook = async (when) => {
      if (when === 'before') return;
      await topics.create({ data: { title: 'stays' } });
      await expect(topics.create({ data: {}, status: 'published' })).rejects.toThrow('title');
    };
    const documentId = await project.draft('story', { title: 'kept' });
    expect(await project.read('story', documentId, 'status=draft')).not.toBeNull();
    expect(await topics.count({ filters: { title: 'stays' } })).toBe(1);
  });
});

describe('concurrency', () => {
  test('nested writes join the transaction, and their events follow its commit', async () => {
    const topics = project.engine.documents('api::topic.topic');
    const groups: string[][] = [];
    const end = project.engine.feed.subscribe((events) =>
      groups.push(events.map(({ uid }) => uid)),
    );
    hook = async (when) => {
      if (when === 'before') await topics.create({ data: { title: 'nested' } });
    };
    await project.draft('story', { title: 'a' });
    end();
    expect(groups.flat()).toEqual(['api::topic.topic', STORY]);
  });

  test('hooks of nested writes nest', async () => {
    const stories = project.engine.documents(STORY);
    const run: string[] = [];
    hook = async (when, { values, action }) => {
      run.push(`${when} ${action}`);
      if (when === 'before' && values.get('title') === 'outer') {
        await stories.create({ data: { title: 'inner' } });
      }
    };
    await project.draft('story', { title: 'outer' });
    expect(run).toEqual(['before create', 'before create', 'after create', 'after create']);
  });

  test('concurrent calls of one hook run one after another', async () => {
    const topics = project.engine.documents('api::topic.topic');
    hook = async (when) => {
      if (when === 'before') return;
      const all = ['p', 'q', 'r'].map((title) => topics.create({ data: { title } }));
      await Promise.all([...all, topics.findMany(), topics.count()]);
    };
    await project.draft('story', { title: 'a' });
    expect(await topics.count({ filters: { title: { $in: ['p', 'q', 'r'] } } })).toBe(3);
  });

  test('other writes wait, reads proceed', async () => {
    const order: string[] = [];
    let other: Promise<unknown> = Promise.resolve();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered: () => void = () => undefined;
    const inHook = new Promise<void>((resolve) => {
      entered = resolve;
    });
    hook = async (when) => {
      if (when === 'before') return;
      entered();
      await held;
    };
    const first = project.draft('story', { title: 'first' }).then(() => order.push('first'));
    await inHook;
    other = project.draft('topic', { title: 'second' }).then(() => order.push('second'));
    expect(await titles()).not.toContain('first');
    await project.engine.documents(STORY).findMany({ limit: 1 });
    order.push('read');
    release();
    await Promise.all([first, other]);
    expect(order).toEqual(['read', 'first', 'second']);
  });

  test('a hook that waits for another write fails, and both proceed', async () => {
    await using impatient = await VersionProject.open(localesProject, undefined, {
      hooks,
      timeout: 200,
    });
    let enter: () => void = () => undefined;
    const inHook = new Promise<void>((resolve) => {
      enter = resolve;
    });
    let other: Promise<unknown> = Promise.resolve();
    let begun: () => void = () => undefined;
    const otherBegan = new Promise<void>((resolve) => {
      begun = resolve;
    });
    hook = async (when) => {
      if (when === 'before') return;
      enter();
      await otherBegan;
      await other;
    };
    const stuck = impatient.draft('story', { title: 'stuck' });
    const failed = expect(stuck).rejects.toThrow(
      'A hook after the create of api::story.story did not end within 200 ms',
    );
    await inHook;
    other = impatient.draft('topic', { title: 'other' });
    begun();
    await failed;
    await other;
    hook = () => undefined;
    const count = (uid: string) => impatient.engine.documents(uid).count();
    expect([await count(STORY), await count('api::topic.topic')]).toEqual([0, 1]);
  });
});

describe('middlewares around a write', () => {
  test('run outermost first, and change the request and the response', async () => {
    hooked = [];
    const order: string[] = [];
    const named =
      (name: string): WriteMiddleware =>
      async (call, next) => {
        order.push(`${name} ${call.action}`);
        const entries = await next(call);
        order.push(`${name} ends`);
        return entries;
      };
    middlewares.push(named('outer'), named('inner'), async (call, next) => {
      if (call.action !== 'create') return next(call);
      const data = { ...call.request.data, title: 'changed' };
      return next({ ...call, request: { ...call.request, data } });
    });
    const { title } = await project.create('story', { title: 'a' });
    expect(title).toBe('changed');
    expect(order).toEqual(['outer create', 'inner create', 'inner ends', 'outer ends']);
  });

  test('leave the document written if they throw afterwards', async () => {
    hooked = [];
    middlewares.push(async (call, next) => {
      await next(call);
      throw new Error('too late');
    });
    await expect(project.draft('story', { title: 'written' })).rejects.toThrow('too late');
    expect(await titles()).toContain('written');
  });

  test('skip the write if they do not call next', async () => {
    hooked = [];
    middlewares.push(async ({ request }) => [
      request.response.fromObject({ id: 0, documentId: 'none' }),
    ]);
    expect(await project.draft('story', { title: 'skipped' })).toBe('none');
    expect(await titles()).not.toContain('skipped');
  });
});
