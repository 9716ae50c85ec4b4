// In charge of the words for how far a project enforces the rules of its schemas.
import type { Visibility } from './visibility.ts';

/** What a project says of the rules of its schemas. */
export interface ProjectRules {
  /** True where `required` counts for relations and media too (docs/strapi/writing.md, "Options"). */
  readonly strictRelations: boolean;
  /** Whether the rules of an attribute count. */
  readonly isVisible: Visibility;
}
