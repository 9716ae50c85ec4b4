// Preview URLs of entries, from the handler that a project configures (docs/strapi/content-manager.md,
// "Previews").
import { AppError, invalidInput, validationError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { findDocumentRows } from '../documents/rows/document-rows.ts';
import type { QueryObject } from '../query/params.ts';
import type { ContentManagerDependencies, PreviewedEntry } from './dependencies.ts';
import { missing } from './errors.ts';

type PreviewDependencies = Pick<
  ContentManagerDependencies,
  'registry' | 'context' | 'database' | 'preview'
>;

/** Calls the preview handler of a project. */
export class Previews {
  readonly #dependencies: PreviewDependencies;

  constructor(dependencies: PreviewDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the URL of an entry, or null if the handler returns none.
   * @param log Receives errors of the handler
   * @throws ValidationError for an unknown type or without a documentId; NotFoundError without a handler or a
   * document; ApplicationError if the handler fails
   */
  async addressOf(
    uid: string,
    { query, log }: { readonly query: QueryObject; readonly log: Pick<Logger, 'error'> },
  ): Promise<string | null> {
    const entry = await this.#entry(uid, query);
    const { preview } = this.#dependencies;
    if (!preview) throw missing('Preview config not found');
    let address: unknown;
    try {
      address = await preview(uid, entry);
    } catch (error) {
      log.error({ err: error }, `The preview handler failed for ${uid}`);
      throw new AppError('ApplicationError', 'Failed to get preview URL');
    }
    return typeof address === 'string' && address !== '' ? address : null;
  }

  async #entry(uid: string, query: QueryObject): Promise<PreviewedEntry> {
    const { registry, context, database } = this.#dependencies;
    for (const name of ['documentId', 'locale', 'status']) assertText(query, name);
    const type = registry.contentTypes.get(uid);
    if (!type) throw validationError('Invalid content type');
    const { documentId, locale } = query;
    const status = query['status'] || (type.draftAndPublish ? 'draft' : 'published');
    if (type.kind === 'collectionType') {
      if (!documentId) throw validationError('documentId is required for Collection Types');
      return { documentId, locale, status };
    }
    const [row] = await database.read(findDocumentRows(context, type, null));
    if (!row) throw missing('Document not found');
    return { documentId: row.documentId, locale, status };
  }
}

/** @throws ValidationError for a list or an object */
function assertText(query: QueryObject, name: string): void {
  const value = query[name] ?? '';
  if (typeof value === 'string') return;
  const received = Array.isArray(value) ? 'array' : 'object';
  throw invalidInput([name], `Invalid input: expected string, received ${received}`);
}
