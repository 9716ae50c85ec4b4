// Changes of the content model, passed from the routes of a server to the process that serves it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IfMatch } from '../../documents/preconditions/entry-tags.ts';
import { AppError } from '../../base/errors.ts';
import type { ModelChange, ModelChanges, RequestedChange } from '../../model/model-changes.ts';

/** Changes what it serves. */
interface ModelHost {
  change(change: RequestedChange): Promise<void>;
  readonly tag: string;
  assertCurrent(ifMatch: IfMatch): Promise<void>;
  catchUp(request: IncomingMessage): Promise<boolean>;
  resend(request: IncomingMessage, response: ServerResponse): void;
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

  get tag(): string | null {
    return this.host?.tag ?? null;
  }

  async assertCurrent(ifMatch: IfMatch): Promise<void> {
    await this.host?.assertCurrent(ifMatch);
  }

  async apply(change: ModelChange, author: Parameters<ModelChanges['apply']>[1]): Promise<void> {
    if (this.#isUpdating) throw changeInProgress();
    this.#isUpdating = true;
    try {
      await this.host?.change({ change, ...author, undoes: null });
    } finally {
      this.#isUpdating = false;
    }
  }

  async catchUp(request: IncomingMessage): Promise<boolean> {
    return (await this.host?.catchUp(request)) ?? false;
  }

  resend(request: IncomingMessage, response: ServerResponse): void {
    this.host?.resend(request, response);
  }
}

/** 409: at most one change is made at a time. */
export function changeInProgress(): AppError {
  return new AppError('ConflictError', 'Schema update is already in progress.');
}
