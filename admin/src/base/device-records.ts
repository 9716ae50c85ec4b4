// Records in IndexedDB by key, which preserve unsaved changes after the page is closed.
import { readPreference, writePreference } from './device.ts';

/** Records by key; their values are JSON. */
export interface DeviceRecords<Value> {
  read(key: string): Promise<Value | null>;
  write(key: string, value: Value): Promise<void>;
  /**
   * Writes a record while the page closes, when the browser may abort a transaction of IndexedDB. The record is in local
   * storage until the next `write` or `remove`.
   */
  writeOnClose(key: string, value: Value): void;
  remove(key: string): Promise<void>;
}

/** Opens the records of a store. Without IndexedDB, nothing is stored. */
export function openDeviceRecords<Value>(name: string): DeviceRecords<Value> {
  let opened: Promise<IDBDatabase> | undefined;
  const run = async <Result>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> => {
    try {
      const database = await (opened ??= open(name));
      return await finished(act(database.transaction('records', mode).objectStore('records')));
    } catch {
      // Private window or full disk: saved changes are on the server.
      opened = undefined;
      return null;
    }
  };
  const localKey = (key: string): string => `${name}.${key}`;
  return {
    async read(key) {
      const text = readPreference(localKey(key));
      if (text !== null) return JSON.parse(text) as Value;
      const get = (store: IDBObjectStore): IDBRequest<Value | undefined> => store.get(key);
      return (await run('readonly', get)) ?? null;
    },
    async write(key, value) {
      await run('readwrite', (store) => store.put(value, key));
      writePreference(localKey(key), null);
    },
    writeOnClose(key, value) {
      writePreference(localKey(key), JSON.stringify(value));
    },
    async remove(key) {
      writePreference(localKey(key), null);
      await run('readwrite', (store) => store.delete(key));
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(`quoin-${name}`, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('records'));
  return finished(request);
}

function finished<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', reject);
  });
}
