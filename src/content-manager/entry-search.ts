// Searches entries of all types by their main field, for the search box of the admin interface (docs/panel.md, "API").
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import { allConditions } from '../auth/admin/row-conditions.ts';
import type { JsonObject } from '../base/json.ts';
import { validationError } from '../base/errors.ts';
import { isOneOf, type QueryObject } from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { textOf } from '../query/parse/values.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import { EntryAccess, type EntrySubject } from './entry-access.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { DocumentReads } from './document-reads.ts';
import type { Configurations } from './views/configurations.ts';
import { editedStatus } from './version-params.ts';

/** Maximum number of results per type, and in total. */
const MAX_PER_TYPE = 5;
const MAX_TOTAL = 20;

/** Maximum length of a search text in characters. */
const MAX_TEXT_LENGTH = 200;

/** Types of attributes whose text is searched. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'email', 'uid', 'enumeration']);

/** Finds entries by their main field. */
export class EntrySearch {
  readonly #dependencies: ContentManagerDependencies;
  readonly #configurations: Pick<Configurations, 'settings'>;
  readonly #access: EntryAccess;
  readonly #reads: DocumentReads;

  constructor(
    dependencies: ContentManagerDependencies,
    configurations: Pick<Configurations, 'settings'>,
  ) {
    this.#dependencies = dependencies;
    this.#configurations = configurations;
    this.#access = new EntryAccess(dependencies);
    this.#reads = new DocumentReads(dependencies);
  }

  /**
   * Finds drafts whose main field contains `q`, in all locales, of the type `in` or of all readable types. Takes one
   * statement per type, and one for the main fields. Values that begin with the text come first. @throws ValidationError
   */
  async find(
    admin: AdminPrincipal,
    query: QueryObject,
    cancellation?: Cancellation,
  ): Promise<readonly JsonObject[]> {
    const text = (textOf(query['q']) ?? '').trim();
    if (text.length > MAX_TEXT_LENGTH)
      throw validationError(`q has at most ${MAX_TEXT_LENGTH} characters`);
    if (text === '') return [];
    const only = textOf(query['in']) ?? '';
    const settings = await this.#configurations.settings();
    const mainFields = new Map(
      settings.map(({ uid, settings: { mainField } }) => [uid, mainField]),
    );
    const types = [...this.#dependencies.registry.contentTypes.values()].filter(
      ({ origin, kind, uid }) =>
        origin === 'api' && kind === 'collectionType' && (only === '' || only === uid),
    );
    const found = await Promise.all(
      types.map((type) =>
        this.#ofType({ admin, type, cancellation }, mainFields.get(type.uid), text),
      ),
    );
    const begins = ({ title }: JsonObject): boolean =>
      String(title).toLowerCase().startsWith(text.toLowerCase());
    const all = found.flat();
    return [...all.filter(begins), ...all.filter((each) => !begins(each))].slice(0, MAX_TOTAL);
  }

  async #ofType(
    subject: EntrySubject,
    mainField: unknown,
    text: string,
  ): Promise<readonly JsonObject[]> {
    const { type, cancellation } = subject;
    const attribute = typeof mainField === 'string' ? type.attributes.get(mainField) : undefined;
    if (attribute?.kind !== 'scalar' || !TEXTS.has(attribute.type) || attribute.private) return [];
    const access = this.#access.to(subject, 'read');
    const { name } = attribute;
    if (access.isNone || !access.mayRead([name])) return [];
    const inLocales = access.locales && isOneOf('locale', access.locales);
    const entries = await this.#reads.findMany({
      type,
      access: {
        mayRead: (path) => access.mayRead(path),
        rows: allConditions([access.rows, inLocales]),
      },
      status: editedStatus(type),
      filters: parseFilters({ [name]: { $containsi: text } }),
      sort: [{ path: [name], direction: 'asc', explicit: null }],
      fields: type.localized ? [name, 'locale'] : [name],
      populate: { form: 'none' },
      locale: { kind: 'any' },
      pagination: { style: 'page', offset: 0, limit: MAX_PER_TYPE, page: 1, withCount: false },
      cancellation,
    });
    return entries.map(({ documentId = null, locale = null, [name]: title = null }) => ({
      uid: type.uid,
      documentId,
      title,
      locale: type.localized ? locale : null,
    }));
  }
}
