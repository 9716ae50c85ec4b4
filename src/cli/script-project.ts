// What `createStrapi` returns to a script: a project that the script opens, serves and closes.
import { runningCode } from '../app/code/project-code.ts';
import type { OpenedProject } from '../app/live-app.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { commandName } from './usage.ts';
import { closeOnSignal, listenAndAnnounce, openApp } from './serve.ts';

type Strapi = Awaited<ReturnType<typeof runningCode>>['strapi'];

/** After `load` it has the members of `strapi` as well. */
export class ScriptProject {
  readonly #folder: string;
  #loading: Promise<Loaded> | null = null;
  #closing: Promise<void> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the project as `quoin start` does, without listening. */
  readonly load = async (): Promise<Strapi> => {
    const { strapi } = await this.#load();
    return strapi;
  };

  /** Opens the project if it is not open, and listens. */
  readonly start = async (): Promise<Strapi> => {
    const began = performance.now();
    const { opened, strapi, isClosing } = await this.#load();
    const serving = {
      project: opened.project,
      listenAddress: {},
      began,
      command: `${commandName()} start`,
      afterFirstSchema: 'and run the script again.',
    };
    await listenAndAnnounce(this.#listener(opened), serving, isClosing);
    return strapi;
  };

  /** Closes the project. Later calls have no effect. */
  readonly destroy = (): Promise<void> => (this.#closing ??= this.#close());

  #load(): Promise<Loaded> {
    return (this.#loading ??= this.#open());
  }

  async #open(): Promise<Loaded> {
    assertProject(this.#folder);
    const opened = await openApp(this.#folder, { needsStrapi: true, reportsEnds: false });
    const { code } = opened.project;
    if (code === null) {
      await opened.app.close();
      throw new CommandError(
        'createStrapi needs project code, which is switched off ("code" in config/quoin).',
      );
    }
    const { strapi } = await runningCode(code);
    const { load, start, destroy } = this;
    Object.assign(strapi, { load, start, destroy });
    Object.setPrototypeOf(this, strapi);
    return { opened, strapi, isClosing: closeOnSignal(this.#listener(opened)) };
  }

  async #close(): Promise<void> {
    const loaded = await this.#loading;
    await loaded?.opened.app.close();
    Reflect.deleteProperty(globalThis, 'strapi');
  }

  #listener({ app }: OpenedProject): Parameters<typeof closeOnSignal>[0] {
    return { server: app.server, close: this.destroy };
  }
}

interface Loaded {
  readonly opened: OpenedProject;
  readonly strapi: Strapi;
  /** Whether a signal closes the project. */
  readonly isClosing: () => boolean;
}
