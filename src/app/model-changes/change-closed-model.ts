// Changes the content model of a project that this process does not serve.
import type { RequestedChange } from '../../model/model-changes.ts';
import type { Project } from '../../project/load.ts';
import { makeModelChange } from './make-model-change.ts';
import type { Store } from '../store.ts';

/** Makes a change. @throws as `makeModelChange` */
export async function changeClosedModel(
  requested: RequestedChange,
  current: { readonly project: Project; readonly store: Store },
): Promise<void> {
  await makeModelChange(requested, {
    current,
    pause: async () => () => undefined,
    onFiles: () => undefined,
    restore: () => undefined,
    serve: async (project) => project.code?.close(),
    onCommit: () => undefined,
  });
}
