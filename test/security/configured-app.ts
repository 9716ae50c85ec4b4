// Servers of the kitchen project with other plugin settings.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { writeFiles, type ProjectFiles } from '../support/project-folder.ts';
import { vendored } from '../support/vendored-projects.ts';
import { callersScript } from './callers.ts';

export interface Configured {
  /** Of the users-permissions plugin. */
  readonly users?: object;
  /** Of all other plugins, by name. */
  readonly plugins?: object;
  /** More files, over those of the project. */
  readonly files?: ProjectFiles;
  /** A database of `test/conformance`. */
  readonly database?: string;
  /** Actions of callers (see `callersScript`). */
  readonly actions?: readonly string[];
}

/** Opens a server; the caller closes it. Rate limits are high by default. */
export async function openConfigured(configured: Configured = {}): Promise<TestApp> {
  const {
    users = {},
    plugins = {},
    files = {},
    database = 'files/auth.db',
    actions = [],
  } = configured;
  const config = { jwtSecret: 'jwt-secret', ratelimit: { max: 10_000 }, ...users };
  const all = JSON.stringify({ ...plugins, 'users-permissions': { config } });
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-configured-'));
  try {
    cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
    writeFiles(folder, { 'config/plugins.js': `module.exports = ${all};`, ...files });
    const app = await openTestApp({ project: folder, database });
    await changeDatabase(app, callersScript(app, actions));
    return app;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
