// Expected errors.
import { AppError } from '../../src/base/errors.ts';

/** Returns the error of a call that must fail. */
export async function rejection(call: () => unknown): Promise<AppError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('The call did not fail');
}
