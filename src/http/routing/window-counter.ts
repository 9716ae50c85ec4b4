// Counts by key in fixed windows, in the memory of this process or of the primary process if there are workers. Imported
// on demand.
import { hash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { SharedCounts } from './shared-counts.ts';
import { WindowCounts, type Counted, type Window, type WindowCount } from './window-counts.ts';

export interface WindowOptions extends Window {
  /** Name of the counter that workers share; null to count in this process. */
  readonly sharedAs: string | null;
}

/** Counts by key. */
export class WindowCounter {
  readonly #counts: WindowCounts | SharedCounts;

  constructor({ sharedAs, ...window }: WindowOptions) {
    this.#counts =
      sharedAs === null ? new WindowCounts(window) : new SharedCounts(window, sharedAs);
  }

  /**
   * Counts once. Key and client may have any length: their digests are remembered.
   * @throws ServiceUnavailableError if the primary process does not respond, so that a limit cannot be bypassed that
   * way
   */
  async count({ key, client }: Counted): Promise<WindowCount> {
    try {
      return await this.#counts.count({
        key: digestOf(JSON.stringify([key, client])),
        client: client === null ? null : digestOf(client),
      });
    } catch (error) {
      throw uncounted(error);
    }
  }
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64');
}

function uncounted(cause: unknown): AppError {
  const message = 'The rate limit cannot be checked. Try again shortly.';
  return new AppError('ServiceUnavailableError', message, { cause });
}
