// Servers on one copy of a project, each with its own database, for tests that write and are too many to load the
// project each time.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProject } from '../../src/app/project.ts';
import type { Project } from '../../src/project/load.ts';
import { serve, type TestApp, type TestAppOptions } from './app.ts';
import { makeServerDatabase } from './server-database.ts';
import { vendored } from './vendored-projects.ts';

/** A copy of a project's folder, loaded once. The caller removes it. */
export class ProjectCopy {
  readonly #folder: string;
  readonly #project: Project;
  /** Token of the databases that the project is opened on, if they have one. */
  readonly #token: string | undefined;
  #opened = 0;

  private constructor(folder: string, project: Project, token: string | undefined) {
    this.#folder = folder;
    this.#project = project;
    this.#token = token;
  }

  /** Copies and loads. */
  static async make({
    project: source = 'kitchen',
    env = {},
  }: Pick<TestAppOptions, 'project' | 'env'>): Promise<ProjectCopy> {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-copy-')));
    cpSync(path.resolve(vendored('conformance', 'projects'), source), folder, { recursive: true });
    const project = await openProject(folder, { environment: { ...env } });
    return new ProjectCopy(folder, project, env['API_TOKEN']);
  }

  /** A server on a copy of this database (from `test/conformance`), or on one as a first start leaves it. */
  async open(source?: string): Promise<TestApp> {
    const file = path.join(this.#folder, `${++this.#opened}.db`);
    const { project, drop } = await makeServerDatabase(this.#project, { source, file });
    const token = source === undefined ? undefined : this.#token;
    return await serve(project, { folder: this.#folder, remove: drop, token });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
