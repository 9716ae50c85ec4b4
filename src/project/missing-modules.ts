// Packages that code of a project requires and that are not installed.

/** The package that an error of a `require` or an `import` misses; null for any other error. */
export function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? '';
  // A path is a file of the project itself.
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/.exec(name.replace(/^[A-Za-z]:[\\/].*/, ''))?.[0] ?? null;
}

/** What to do about packages that are missing. */
export function adviseInstall(packages: readonly string[]): string {
  const names = [...new Set(packages)].toSorted().join(', ');
  return `Modules that this project needs are not installed: ${names}. Run "npm install" in the project.`;
}
