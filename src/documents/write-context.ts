// The context of all writes of a project.
import type { Registry } from '../schema/registry.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ServedRows } from '../storage/served-rows.ts';
import type { Layout } from '../storage/layout/layout.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';
import type { Visibility } from './check/visibility.ts';

/** The content model, its storage, and the statements for its rows. */
export interface WriteContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly statements: RowStatements;
  /** Content-types of which some rows are not served, by uid (docs/strapi/differences.md, D10). */
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  readonly rules: ProjectRules;
}

/** How a project enforces the rules of its schemas. */
export interface ProjectRules {
  /** True if `required` applies to relations and media as well (docs/strapi/writing.md, "Options"). */
  readonly strictRelations: boolean;
  /** Decides whether the rules of an attribute apply. */
  readonly isVisible: Visibility;
}
