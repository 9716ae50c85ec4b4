// Entry point of the thread that runs routers, controllers, services and lifecycles of a project one after the other
// and posts their results as plain data. Started by `evaluation.ts`; errors do not leave the thread.
import { parentPort, workerData } from 'node:worker_threads';
import { readRouter } from './core-router.ts';
import type { EvaluationInput, EvaluationJob, EvaluatedFile } from './evaluation.ts';
import { readLifecycles } from './lifecycles.ts';
import { missingPackage } from './missing-modules.ts';
import { createModuleLoader, type ModuleLoader } from './modules.ts';
import { reasonOf } from './project-error.ts';
import {
  createAnything,
  createStubPackages,
  instantiate,
  readController,
  readService,
} from './strapi-stub.ts';

const input: EvaluationInput = workerData;

// Ignores errors of work that a file started in the background.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});
Reflect.set(globalThis, 'strapi', createAnything());

const loader = createModuleLoader(input.folder, { packages: createStubPackages(input.types) });
void evaluateAll();

async function evaluateAll(): Promise<void> {
  for (const job of input.jobs) parentPort?.postMessage(await evaluate(loader, job));
}

async function evaluate(
  modules: ModuleLoader,
  { kind, file }: EvaluationJob,
): Promise<EvaluatedFile> {
  try {
    return read(kind, await modules.load(file));
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === null) return { failure: reasonOf(error) };
    return { failure: `${missing} is not installed`, missing };
  }
}

function read(kind: EvaluationJob['kind'], exported: unknown): EvaluatedFile {
  switch (kind) {
    case 'router':
      return { routes: readRouter(instantiate(exported)) };
    case 'controller':
      return { controller: readController(instantiate(exported)) };
    case 'service':
      return { service: readService(instantiate(exported)) };
    case 'lifecycles':
      return { lifecycles: readLifecycles(exported) };
  }
}
