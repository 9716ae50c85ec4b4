// Records in IndexedDB by key, which preserve unsaved changes after the page is closed.

/** Records by key. */
export interface DeviceRecords<Value> {
  read(key: string): Promise<Value | null>;
  write(key: string, value: Value): Promise<void>;
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
  return {
    read: (key) =>
      run('readonly', (store) => store.get(key) as IDBRequest<Value | null>).then(
        (found) => found ?? null,
      ),
    write: async (key, value) => void (await run('readwrite', (store) => store.put(value, key))),
    remove: async (key) => void (await run('readwrite', (store) => store.delete(key))),
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
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('IndexedDB failed.')),
    );
  });
}
