// Reader on the store of an app with full access and default limits.
import { Reader, type ReaderDependencies } from '../../src/query/read.ts';
import type { TestApp } from './app.ts';

/** @param parts What is to be other than usual: the database, indexes of texts */
export function readerOf(
  { store }: Pick<TestApp, 'store'>,
  parts: Partial<ReaderDependencies> = {},
): Reader {
  return new Reader({
    ...store,
    served: new Map(),
    search: new Map(),
    limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
    queryString: {},
    strict: { roots: false, documents: false },
    locale: { code: 'en' },
    ...parts,
  });
}
