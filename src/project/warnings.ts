// What a project is served in spite of: warnings by what they are about.

/** What a warning is about. */
export type WarningKind = 'modules' | 'configuration' | 'schemas' | 'routes' | 'code';

/** The warnings of a project, a line each, by what they are about. */
export type WarningGroups = Readonly<Record<WarningKind, readonly string[]>>;

/** All warnings, in the order in which they are read. */
export function allWarnings(groups: WarningGroups): readonly string[] {
  const { modules, configuration, schemas, routes, code } = groups;
  return [...modules, ...configuration, ...schemas, ...routes, ...code];
}
