// The example blog with its content and its first administrator: made once per run, and copied by each test file.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/bcrypt';
import type Database from 'better-sqlite3';
import type { TestProject } from 'vitest/node';
import { driverPackage } from '../../../scripts/driver.mjs';
import { root } from '../../../scripts/setup.mjs';
import { quoinProgram } from '../../../test/support/program.ts';
import { programEnvironment, startProject } from './project-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the seeded blog on SQLite. */
    readonly seededBlog: string;
  }
}

/** The administrator of tests. */
export const EDITOR = {
  firstname: 'Ines',
  lastname: 'Marlow',
  email: 'ines@example.com',
  password: 'Quoin2026paper',
} as const;

/** Makes the blog on SQLite, and provides tests with its folder. */
export async function setup(project: TestProject): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-blog-'));
  project.provide('seededBlog', folder);
  if (project.config.provide.client !== 'sqlite') return;
  await seedBlog(folder);
  await makeSignInFast(folder);
}

/** Makes the blog in a folder, which may name a database. */
export async function seedBlog(folder: string): Promise<void> {
  cpSync(path.join(root, 'examples/blog'), folder, {
    recursive: true,
    filter: (file) => !/[\\/](?:\.tmp|node_modules)$/.test(file),
  });
  cpSync(path.join(root, 'admin/e2e/project'), folder, { recursive: true });
  // Tests sign in more often than people do.
  writeFileSync(path.join(folder, 'config/admin.json'), '{"rateLimit":{"enabled":false}}');
  seed(folder, 'data');
  const { address, stop } = await startProject(folder);
  await fetch(`${address}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(EDITOR),
  });
  await stop();
}

/** Runs `quoin seed` in a project. */
export function seed(folder: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [quoinProgram, 'seed', ...args], {
    cwd: folder,
    env: programEnvironment(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Replaces the password hash of the administrator by one of the lowest cost: each test signs in. */
async function makeSignInFast(folder: string): Promise<void> {
  const password = await hash(EDITOR.password, 4);
  const Driver = createRequire(import.meta.url)(driverPackage) as typeof Database;
  const database = new Driver(path.join(folder, '.tmp/data.db'));
  database.prepare('UPDATE admin_users SET password = ?').run(password);
  database.close();
}
