// Converts constraint errors of the database to validation errors: a table may have more constraints than the schema
// (docs/strapi/differences.md, D2: no request causes a 500).
import type { AppError } from '../../base/errors.ts';
import type { ContentType } from '../../schema/types.ts';
import { ConstraintError } from '../../storage/errors.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { failuresError } from '../check/finding.ts';

const MESSAGES: Readonly<Record<ConstraintError['kind'], (name: string) => string>> = {
  unique: () => 'This attribute must be unique',
  notNull: (name) => `${name} must be defined.`,
  other: (name) => `${name} violates a constraint of its table.`,
};

/** Converts an error of a write to the error for the client. */
export function toWriteError(layout: Layout, type: ContentType, error: unknown): unknown {
  if (!(error instanceof ConstraintError)) return error;
  return toValidationError(layout, type, error);
}

function toValidationError(
  layout: Layout,
  { uid, attributes }: ContentType,
  error: ConstraintError,
): AppError {
  const own = error.table === layout.table(uid) ? error.columns : [];
  const named = [...attributes.values()].filter(
    ({ kind, name }) => kind === 'scalar' && own.includes(layout.column(uid, name)),
  );
  const message = MESSAGES[error.kind];
  const reason = error.kind === 'unique' ? { reason: 'notUnique' as const } : {};
  if (named.length === 0) {
    const subject = error.columns.join(', ') || 'The document';
    return failuresError([{ path: [], message: message(subject), ...reason }]);
  }
  return failuresError(
    named.map(({ name }) => ({ path: [name], message: message(name), ...reason })),
  );
}
