// Parameters of a read that document middlewares have changed.
import { validationError } from '../base/errors.ts';
import type { ChangedParams } from '../documents/read-hooks.ts';
import {
  WHOLE_LIST,
  type LocaleChoice,
  type OffsetPagination,
  type ParamValue,
} from '../query/params.ts';
import { checkLimit, checkStart, rejectRootPage } from '../query/parse/root-range.ts';
import { toNumber } from '../query/parse/values.ts';
import { parseLocale } from '../query/parse/version.ts';
import type { ContentType } from '../schema/types.ts';
import type { EntryList } from './entry-reader.ts';
import type { RequestedVersion } from './version-params.ts';

/** Returns the page of a list; null if it has not changed. @throws PaginationError for a page, ValidationError */
export function changedRange(
  pagination: EntryList['pagination'],
  changed: ChangedParams,
): OffsetPagination | null {
  rejectRootPage(Object.fromEntries(definedIn(changed)));
  if (!changed.has('start') && !changed.has('limit')) return null;
  const page = pagination && pagination.style !== 'keyset' ? pagination : WHOLE_LIST;
  const offset = changed.has('start') ? toNumber(changed.get('start') ?? 0) : page.offset;
  const limit = changed.has('limit') ? toNumber(changed.get('limit') ?? -1) : page.limit;
  checkStart(offset);
  if (limit === -1) return { ...page, offset, limit: WHOLE_LIST.limit };
  checkLimit(limit);
  return { ...page, offset, limit };
}

function* definedIn(changed: ChangedParams): Iterable<readonly [string, ParamValue]> {
  for (const [name, value] of changed) if (value !== undefined) yield [name, value];
}

/** @throws ValidationError */
export function changedLocale(
  { localized }: ContentType,
  value: ParamValue | undefined,
): LocaleChoice {
  const locale = localized ? parseLocale(value, true) : DEFAULT_LOCALE;
  if (locale.kind === 'invalid') throw validationError(locale.message);
  return locale;
}

const DEFAULT_LOCALE: LocaleChoice = { kind: 'default' };

export function changedStatus(
  { draftAndPublish }: ContentType,
  value: ParamValue | undefined,
): EntryList['status'] {
  return draftAndPublish && value !== 'published' ? 'draft' : 'published';
}

export function changedVersion(
  type: ContentType,
  version: RequestedVersion,
  changed: ChangedParams,
): RequestedVersion {
  const locale = changed.get('locale');
  const documentId = changed.get('documentId');
  return {
    documentId: typeof documentId === 'string' ? documentId : version.documentId,
    locale: type.localized && typeof locale === 'string' ? locale : version.locale,
    status: changed.has('status') ? changedStatus(type, changed.get('status')) : version.status,
  };
}
