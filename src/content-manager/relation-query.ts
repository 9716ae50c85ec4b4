// Queries of relations (docs/strapi/content-manager.md, "Relations").
import { allGiven } from '../auth/admin/row-conditions.ts';
import type { FilterTree, OffsetPagination, QueryObject, QueryValue } from '../query/params.ts';
import { listItems, textOf, toNumber } from '../query/parse/values.ts';
import { invalidInput } from './refusals.ts';

/** Parses `page` and `pageSize`. @throws ValidationError */
export function parseRelationPage({ page, pageSize }: QueryObject): OffsetPagination {
  const number = countOf('page', page, 1);
  const limit = countOf('pageSize', pageSize, 10);
  return { style: 'page', offset: (number - 1) * limit, limit, page: number, withCount: true };
}

function countOf(name: string, value: QueryValue | undefined, absent: number): number {
  if (value === undefined || value === '') return absent;
  const number = toNumber(value);
  if (!Number.isSafeInteger(number)) {
    throw invalidInput([name], 'Invalid input: expected number, received NaN');
  }
  if (number < 1) throw invalidInput([name], 'Too small: expected number to be >=1');
  return number;
}

/** Row ids in a list. */
export function idsIn(value: QueryValue | undefined): readonly number[] {
  const items = listItems(value) ?? [value ?? null];
  return items.flatMap((item) => {
    const id = Number(textOf(item) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? [id] : [];
  });
}

const COMPARISONS: ReadonlySet<string> = new Set([
  '$contains',
  '$containsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$eq',
  '$eqi',
]);

/** The condition that `_q` and `_filter` set for an attribute, without rows that are omitted. */
export function searchFilter(
  { _q: text, _filter: comparison }: QueryObject,
  { field, omitted }: { readonly field: string; readonly omitted: readonly number[] },
): FilterTree | null {
  const searched = textOf(text) ?? '';
  const wanted = textOf(comparison) ?? '';
  const operator = COMPARISONS.has(wanted) ? wanted : '$containsi';
  return allGiven([
    searched === '' ? null : compared(field, operator, { form: 'value', value: searched }),
    omitted.length === 0
      ? null
      : compared('id', '$notIn', {
          form: 'list',
          items: omitted.map((value) => ({ form: 'value', value })),
          index: '0',
        }),
  ]);
}

function compared(name: string, operator: string, value: FilterTree): FilterTree {
  const comparison: FilterTree = {
    form: 'keys',
    keys: [{ kind: 'operator', key: operator, value }],
  };
  return { form: 'keys', keys: [{ kind: 'name', key: name, value: comparison }] };
}
