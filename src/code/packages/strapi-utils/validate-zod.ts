// Validates values with a zod schema.
import { ValidationError } from './errors.ts';
import { isObject } from './values.ts';

interface ZodIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

interface ZodErrorLike {
  readonly issues: readonly ZodIssue[];
}

/** Creates a validator. @throws ValidationError with every error */
export function validateZodSchema(schema: {
  parse(value: unknown): unknown;
}): (data: unknown, message?: string) => unknown {
  return (data, message) => {
    try {
      return schema.parse(data);
    } catch (error) {
      if (!isZodError(error)) throw error;
      const errors = error.issues.map((issue) => ({
        path: issue.path.map(String),
        message: issue.message,
        name: 'ValidationError',
        value: undefined,
      }));
      const first = error.issues[0]?.message ?? 'Validation error';
      throw new ValidationError(message || first, { errors });
    }
  };
}

/** The first error of each path, by path. */
export function getZodValidationErrors({ issues }: ZodErrorLike): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message;
  return errors;
}

function isZodError(error: unknown): error is ZodErrorLike {
  return isObject(error) && error['name'] === 'ZodError' && Array.isArray(error['issues']);
}
