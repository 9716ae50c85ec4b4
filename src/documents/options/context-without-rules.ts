// The context of internal writes: it includes rows that are not served, and does not apply the rules of schemas.
import { RowStatements } from '../../storage/statements/row-statements.ts';
import type { WriteContext } from '../write-context.ts';

/** Creates a context that includes all rows. */
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
