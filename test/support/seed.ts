// Seeds the server of a test, as `quoin seed` does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataFiles } from '../../src/cli/seed/data-files.ts';
import { fill } from '../../src/cli/seed/fill.ts';
import { parseSeed } from '../../src/cli/seed/parse-seed.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { openTestApp, type TestApp } from './app.ts';
import { copyBlog } from './blog-copy.ts';

/** Fills a project from a file or folder inside it. @throws CommandError */
export async function seedApp(
  { project, store, folder }: TestApp,
  wanted: string,
  append = false,
): Promise<void> {
  const data = parseSeed(store.registry, readDataFiles(folder, wanted));
  const progress = createProgress({ write: () => undefined });
  await fill({ project, store, data, append, progress });
}

/** A server on a copy of `examples/blog`, filled. */
export async function openBlog(): Promise<TestApp> {
  const copy = mkdtempSync(path.join(tmpdir(), 'quoin-blog-'));
  copyBlog(copy);
  const app = await openTestApp({ project: copy });
  rmSync(copy, { recursive: true });
  await seedApp(app, 'data');
  return app;
}
