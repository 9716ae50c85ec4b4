// Runs the functions `register`, `bootstrap` and `destroy` of plugins, APIs and the project.
import { oneLine, ProjectError, reasonOf } from '../project/project-error.ts';
import { isRecord } from '../schema/raw.ts';
import { locationSuffix } from './code-location.ts';
import type { OpenedCode } from './opened-code.ts';
import { whileStarting } from './process-reports.ts';

type Code = Pick<OpenedCode, 'instance' | 'files' | 'plugins' | 'folder'>;
type Phase = 'register' | 'bootstrap' | 'destroy';

/** A module that may export a function for each phase. */
interface PhaseModule {
  /** For errors. */
  readonly label: string;
  readonly value: unknown;
}

/** Runs the functions of a phase of the start: those of plugins, then the others. @throws ProjectError if one fails */
export async function runPhase(code: Code, phase: 'register' | 'bootstrap'): Promise<void> {
  for (const module of modulesOf(code)) await call(code, phase, module);
}

/** Runs all functions `destroy`, even if some fail. Errors are logged. */
export async function runDestroy(code: Code): Promise<void> {
  for (const module of modulesOf(code)) {
    try {
      await call(code, 'destroy', module);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      for (const issue of error.issues) code.instance.strapi.log.error(oneLine(issue));
    }
  }
}

function modulesOf({ plugins, files }: Code): readonly PhaseModule[] {
  const own = [...files.apis.map(({ index }) => index), files.index];
  return [
    ...plugins.map(({ name, module }) => ({ label: `the plugin ${name}`, value: module })),
    ...own.filter((file) => file !== null),
  ];
}

async function call(
  { instance: { strapi }, folder }: Code,
  phase: Phase,
  { label, value: module }: PhaseModule,
): Promise<void> {
  const run: unknown = isRecord(module) ? module[phase] : undefined;
  if (typeof run !== 'function') return;
  const work = async (): Promise<unknown> => run.call(module, { strapi });
  try {
    await (phase === 'destroy' ? work() : whileStarting(`${phase} of ${label}`, work));
  } catch (error) {
    const where = locationSuffix(folder.root, error);
    const message = `${phase} failed: ${reasonOf(error)}${where}`;
    throw new ProjectError([{ file: label, path: '', message }], { cause: error });
  }
}
