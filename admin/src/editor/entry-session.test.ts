// An open entry with an in-memory server that stores versions.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ContentApi, DocumentAddress, EntryResponse } from '../api/content.ts';
import { ApiError, NetworkError } from '../api/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { LayoutField } from '../model/layout.ts';
import { parseAttribute } from '../model/schema.ts';
import { EntrySession } from './entry-session.ts';
import { FormModel } from './form-model.ts';

const ADDRESS: DocumentAddress = {
  uid: 'api::article.article',
  isSingle: false,
  documentId: 'doc',
  locale: null,
};

/** One document, with a version that each write must name. */
class Server {
  entry: JsonObject = {
    documentId: 'doc',
    title: 'A',
    summary: 'B',
    count: 1,
    related: { count: 2 },
  };
  version = 1;
  /** Bodies of all writes. */
  readonly bodies: JsonObject[] = [];
  failure: Error | null = null;

  readonly content: ContentApi = {
    schema: never,
    configuration: never,
    list: never,
    find: never,
    bulk: never,
    generateUid: never,
    valuesOfLocale: never,
    unpublish: never,
    discard: never,
    remove: never,
    read: () => Promise.resolve(this.response()),
    create: (_, body) => this.write(body, null),
    update: (_, body, etag) => this.write(body, etag),
    publish: () => Promise.resolve(this.response()),
  };

  response(): EntryResponse {
    return { entry: this.entry, meta: {}, etag: `"${this.version}"` };
  }

  write(body: JsonObject, etag: string | null): Promise<EntryResponse> {
    if (this.failure) return Promise.reject(this.failure);
    if (etag !== null && etag !== `"${this.version}"`)
      return Promise.reject(rejection(412, 'Changed', []));
    this.bodies.push(body);
    return Promise.resolve(this.change(body));
  }

  /** A write of another user. */
  change(values: JsonObject): EntryResponse {
    this.entry = { ...this.entry, ...values };
    this.version += 1;
    return this.response();
  }
}

function never(): Promise<never> {
  return Promise.reject(new Error('not expected'));
}

function rejection(status: number, message: string, errors: readonly object[]): ApiError {
  const body = { error: { status, name: 'Error', message, details: { errors } } };
  return new ApiError(new Response(null, { status }), body);
}

const FIELDS: readonly LayoutField[] = [
  field('title', { type: 'string', required: true }),
  field('summary', { type: 'text' }),
  field('count', { type: 'integer' }),
  field('related', { type: 'plugin::map.place' }),
];

function field(name: string, raw: JsonObject): LayoutField {
  const attribute = parseAttribute(name, raw);
  return { attribute, label: name, description: '', placeholder: '', isEditable: true, size: 12 };
}

let server: Server;
let merged: string[];

beforeEach(() => {
  server = new Server();
  merged = [];
});

function open(
  options: { readonly isNew?: boolean; readonly hasDrafts?: boolean } = {},
): EntrySession {
  return new EntrySession({
    content: server.content,
    address: options.isNew ? { ...ADDRESS, documentId: null } : ADDRESS,
    form: new FormModel(FIELDS, () => true),
    adminId: '1',
    hasDrafts: options.hasDrafts ?? false,
    loaded: options.isNew ? null : server.response(),
    onMerged: ({ fields, by }) => merged.push(`${by}: ${fields.join()}`),
  });
}

describe('saving', () => {
  test('sends only changed fields', async () => {
    const session = open();
    session.edit('title', 'New');
    expect(session.state.get().save).toBe('changed');
    expect(await session.save()).toBe(true);
    expect(server.bodies).toEqual([{ title: 'New' }]);
    expect(session.state.get().save).toBe('clean');
    await session.save();
    expect(server.bodies).toHaveLength(1);
  });

  test('does not send a change that is undone', async () => {
    const session = open();
    session.edit('title', 'New');
    session.undo();
    await session.save();
    expect(server.bodies).toEqual([]);
  });

  test('sends input that was entered during a request with the next one', async () => {
    const session = open();
    session.edit('title', 'One');
    const saved = session.save();
    session.edit('title', 'Two');
    await saved;
    expect(session.store.read(['title'])).toBe('Two');
    expect(session.state.get().save).toBe('changed');
    await session.save();
    expect(server.bodies).toEqual([{ title: 'One' }, { title: 'Two' }]);
  });

  test('keeps an invalid value, and saves all others', async () => {
    const session = open();
    session.edit('title', 'New');
    session.edit('count', 'many');
    expect(await session.save()).toBe(false);
    expect(server.bodies).toEqual([{ title: 'New' }]);
    expect(session.state.get().save).toBe('partly');
    expect(session.store.read(['count'])).toBe('many');
    session.edit('count', '7');
    expect(await session.save()).toBe(true);
    expect(server.bodies.at(-1)).toEqual({ count: 7 });
  });

  test('creates a new entry with its values, which then has an id', async () => {
    const session = open({ isNew: true });
    session.edit('title', 'First');
    await session.save();
    expect(server.bodies).toEqual([{ title: 'First' }]);
    expect(session.state.get()).toMatchObject({ documentId: 'doc', isStored: true, save: 'clean' });
  });

  test('saves drafts automatically after a delay', async () => {
    vi.useFakeTimers();
    try {
      const session = open({ hasDrafts: true });
      session.edit('title', 'New');
      await vi.advanceTimersByTimeAsync(2900);
      expect(server.bodies).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      expect(server.bodies).toEqual([{ title: 'New' }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('saves published entries only on request', async () => {
    vi.useFakeTimers();
    try {
      open().edit('title', 'New');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(server.bodies).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('errors', () => {
  test('of the server are shown at their fields until those change', async () => {
    const session = open();
    session.edit('title', 'New');
    server.failure = rejection(400, 'Invalid', [{ path: ['title'], message: 'Taken' }]);
    expect(await session.save()).toBe(false);
    expect(session.state.get()).toMatchObject({
      save: 'rejected',
      rejection: 'Invalid',
      serverIssues: { title: ['Taken'] },
    });
    server.failure = null;
    session.edit('title', 'Newer');
    expect(session.state.get().serverIssues).toEqual({});
    expect(await session.save()).toBe(true);
  });

  test('do not lose input while offline', async () => {
    vi.useFakeTimers();
    try {
      const session = open();
      session.edit('title', 'New');
      server.failure = new NetworkError(null);
      await session.save();
      expect(session.state.get().save).toBe('offline');
      server.failure = null;
      await vi.advanceTimersByTimeAsync(5000);
      expect(server.bodies).toEqual([{ title: 'New' }]);
      expect(session.state.get().save).toBe('clean');
    } finally {
      vi.useRealTimers();
    }
  });

  test('appear for missing required fields on publication', async () => {
    const session = open({ hasDrafts: true });
    session.edit('title', '');
    expect(await session.publish()).toBe(false);
    expect(session.state.get().showsFaults).toBe(true);
    expect(server.bodies).toEqual([]);
  });
});

describe('concurrent editors', () => {
  const ODILE = { updatedBy: { firstname: 'Odile', lastname: 'Garnier' } };

  test('are informed when changes of different fields are merged', async () => {
    const session = open();
    server.change({ title: 'Theirs', ...ODILE });
    session.edit('summary', 'Mine');
    expect(await session.save()).toBe(true);
    expect(server.entry).toMatchObject({ title: 'Theirs', summary: 'Mine' });
    expect(server.bodies).toEqual([{ summary: 'Mine' }]);
    expect(session.store.read(['title'])).toBe('Theirs');
    expect(merged).toEqual(['Odile Garnier: title']);
  });

  test.each([
    ['mine', ['title'], 'Mine'],
    ['theirs', [], 'Theirs'],
  ] as const)(
    'send nothing for the same field before they choose: %s',
    async (_, mine, expected) => {
      const session = open();
      server.change({ title: 'Theirs', ...ODILE });
      session.edit('title', 'Mine');
      expect(await session.save()).toBe(false);
      expect(session.state.get().save).toBe('conflict');
      expect(session.state.get().conflict?.conflicts).toEqual([
        { field: 'title', base: 'A', mine: 'Mine', theirs: 'Theirs' },
      ]);
      expect(await session.save()).toBe(false);
      expect(server.bodies).toEqual([]);
      await session.resolve(mine);
      expect(server.entry['title']).toBe(expected);
      expect(session.store.read(['title'])).toBe(expected);
      expect(session.state.get()).toMatchObject({ save: 'clean', conflict: null });
    },
  );

  test('keep their input if the entry is deleted', async () => {
    const session = open();
    session.edit('title', 'Mine');
    server.failure = rejection(404, 'Not Found', []);
    expect(await session.save()).toBe(false);
    expect(session.state.get().save).toBe('gone');
    expect(session.store.read(['title'])).toBe('Mine');
  });
});
