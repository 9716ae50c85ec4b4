// In charge of the context of writes that no client asked for: of all rows, whether they are served or not, and without
// the rules of schemas.
import { RowStatements } from '../../storage/row-statements.ts';
import type { WriteContext } from '../write-context.ts';

/** A context that sees all rows. */
export function contextWithoutRules({
  registry,
  layout,
  dialect,
  defaultLocale,
}: Pick<WriteContext, 'registry' | 'layout' | 'dialect' | 'defaultLocale'>): WriteContext {
  return {
    registry,
    layout,
    dialect,
    statements: new RowStatements(dialect, layout),
    served: new Map(),
    defaultLocale,
    rules: { strictRelations: false, isVisible: () => true },
  };
}
