// Detects packages that project code requires and that are not installed.

/** Returns the package that a `require` or `import` did not find; null for any other error. */
export function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? '';
  // A relative path is a file of the project.
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/.exec(name.replace(/^[A-Za-z]:[\\/].*/, ''))?.[0] ?? null;
}

/** Tells which packages to install. */
export function adviseInstall(packages: readonly string[]): string {
  const names = [...new Set(packages)].toSorted().join(', ');
  const list = names.replaceAll(',', '');
  return (
    `Modules that this project needs are not installed: ${names}. Run "npm install" in the project. ` +
    `Those that are not in its package.json came with Strapi: "npm install ${list}" adds them.`
  );
}
