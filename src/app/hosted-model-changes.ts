// Changes of the content model, passed from the routes of a server to the process that serves it.
import { AppError } from '../base/errors.ts';
import type { ModelChange, ModelChanges, RequestedChange } from '../model/model-changes.ts';

/** Changes what it serves. */
interface ModelHost {
  change(change: RequestedChange): Promise<void>;
}

/** Changes for a host that is set as soon as there is one. */
export class HostedModelChanges implements ModelChanges {
  isAllowed: boolean;
  host: ModelHost | null = null;
  outdated: string | null = null;
  #isUpdating = false;

  constructor(isAllowed: boolean) {
    this.isAllowed = isAllowed;
  }

  get isUpdating(): boolean {
    return this.#isUpdating;
  }

  async apply(change: ModelChange, adminId: number | null): Promise<void> {
    if (this.#isUpdating) {
      throw new AppError('ConflictError', 'Schema update is already in progress.');
    }
    this.#isUpdating = true;
    try {
      await this.host?.change({ change, adminId, undoes: null });
    } finally {
      this.#isUpdating = false;
    }
  }
}
