// Serializable outcome of a task in a thread or process, where errors lose their class.
import { AppError, type ErrorName } from '../../base/errors.ts';

export type TaskOutcome =
  | { readonly kind: 'reply'; readonly reply: unknown }
  | {
      readonly kind: 'rejection';
      readonly name: ErrorName;
      readonly message: string;
      readonly details: AppError['details'];
      readonly reason: AppError['reason'];
    }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | undefined };

/** Outcome of a failed task. */
export function failureOf(error: unknown): TaskOutcome {
  if (error instanceof AppError) {
    const { name, message, details, reason } = error;
    return { kind: 'rejection', name, message, details, reason };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'fault', message, stack };
}

/** Returns the result of a task. @throws the error of the task */
export function replyOf(outcome: TaskOutcome): unknown {
  switch (outcome.kind) {
    case 'reply':
      return outcome.reply;
    case 'rejection':
      throw new AppError(outcome.name, outcome.message, {
        details: outcome.details,
        reason: outcome.reason,
      });
    case 'fault': {
      const error = new Error(outcome.message);
      if (outcome.stack !== undefined) error.stack = outcome.stack;
      throw error;
    }
  }
}
