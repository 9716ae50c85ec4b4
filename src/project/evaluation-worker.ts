// In charge of running a project's routers and controllers in a thread of their own, one after the other, and
// posting what each of them says as plain data. Started by `evaluation.ts`; whatever happens here stays here.
import { parentPort, workerData } from 'node:worker_threads';
import { readRouter } from './core-router.ts';
import type { EvaluationInput, Reading } from './evaluation.ts';
import { createModuleLoader, type ModuleLoader } from './modules.ts';
import { reasonOf } from './project-error.ts';
import { createAnything, createStubPackages, instantiate, readController } from './strapi-stub.ts';

const input: EvaluationInput = workerData;

// A file may leave work behind that fails later: it says nothing of the routes.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});
Reflect.set(globalThis, 'strapi', createAnything());

const loader = createModuleLoader(input.folder, { packages: createStubPackages(input.types) });
for (const job of input.jobs) {
  parentPort?.postMessage(await evaluate(loader, job));
}

async function evaluate(
  modules: ModuleLoader,
  { kind, file }: EvaluationInput['jobs'][number],
): Promise<Reading> {
  try {
    const exported = instantiate(await modules.load(file));
    return kind === 'router'
      ? { routes: readRouter(exported) }
      : { controller: readController(exported) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}
