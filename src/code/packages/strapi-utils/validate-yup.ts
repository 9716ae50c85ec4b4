// Validates values with a yup schema.
import { YupValidationError } from './errors.ts';
import { isYupError } from './format-yup-errors.ts';

interface YupSchema {
  validate(value: unknown, options: object): Promise<unknown>;
  validateSync(value: unknown, options: object): unknown;
}

/** Values are not cast, and all errors are reported. */
const DEFAULTS = { strict: true, abortEarly: false };

/** Creates a validator. It rejects with a ValidationError that lists every error. */
export function validateYupSchema(
  schema: YupSchema,
  options: object = {},
): (body: unknown, message?: string) => Promise<unknown> {
  return async (body, message) => {
    try {
      return await schema.validate(body, { ...DEFAULTS, ...options });
    } catch (error) {
      throw asValidationError(error, message);
    }
  };
}

/** Like `validateYupSchema`, for synchronous schemas. */
export function validateYupSchemaSync(
  schema: YupSchema,
  options: object = {},
): (body: unknown, message?: string) => unknown {
  return (body, message) => {
    try {
      return schema.validateSync(body, { ...DEFAULTS, ...options });
    } catch (error) {
      throw asValidationError(error, message);
    }
  };
}

function asValidationError(error: unknown, message: string | undefined): unknown {
  return isYupError(error) ? new YupValidationError(error, message) : error;
}
