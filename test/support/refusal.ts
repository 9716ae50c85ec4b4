// Expected errors.
import { AppError } from '../../src/base/errors.ts';

/** The error that a call is refused with. */
export async function refusal(call: () => unknown): Promise<AppError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
