// In charge of the words for what every step of a write stands on.
import type { Registry } from '../schema/registry.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ServedRows } from '../storage/former-options.ts';
import type { Layout } from '../storage/layout.ts';
import type { RowStatements } from '../storage/row-statements.ts';
import type { ProjectRules } from './project-rules.ts';

/** The model, where it is stored, and the statements for its rows; the same for all writes of a project. */
export interface WriteContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly statements: RowStatements;
  /** Types of which not all rows are served (docs/strapi/differences.md, D10). */
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Code of the locale that is meant where none is named. */
  readonly defaultLocale: string;
  readonly rules: ProjectRules;
}
