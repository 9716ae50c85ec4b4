// The document API for programs on a server that the tests of a file share.
import { afterAll } from 'vitest';
import { createEngine } from '../../src/app/engine.ts';
import type { Documents } from '../../src/documents/programs/document-collection.ts';
import { openTestApp, type TestApp } from './app.ts';

export interface SharedDocuments {
  readonly app: TestApp;
  readonly documents: Documents;
  /** Deletes all documents of types. */
  empty(...uids: readonly string[]): Promise<void>;
}

/** Opens a server on an empty database, which is closed after the tests of the file. */
export async function shareDocuments(): Promise<SharedDocuments> {
  const app = await openTestApp();
  afterAll(() => app.close());
  const { documents } = await createEngine(app.project, app.store);
  return {
    app,
    documents,
    async empty(...uids) {
      for (const uid of uids) {
        for (const { documentId } of await documents(uid).findMany()) {
          await documents(uid).delete({ documentId });
        }
      }
    },
  };
}
