// Warnings of a project, by topic.

/** Topic of a warning. */
export type WarningKind = 'configuration' | 'schemas' | 'routes' | 'code';

/** Warnings by topic, one per line. */
export type WarningGroups = Readonly<Record<WarningKind, readonly string[]>>;

/** All warnings in reading order. */
export function allWarnings(groups: WarningGroups): readonly string[] {
  const { configuration, schemas, routes, code } = groups;
  return [...configuration, ...schemas, ...routes, ...code];
}
