// Errors of reads for project code: without the parameter of a request, and with the messages that row queries have in Strapi.
import { AppError } from '../../base/errors.ts';

/** Returns an error for project code, without the location in a request. */
export function asCodeError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details || !('source' in error.details)) return error;
  const { source: _, param: __, ...details } = error.details;
  return new AppError(error.name, error.message, { details });
}

/** Returns an error of a row query. @param uid The model that is queried */
export function asQueryError(error: unknown, uid: string): unknown {
  const converted = asCodeError(error);
  if (!(converted instanceof AppError) || !(error instanceof AppError)) return converted;
  const message = queryMessage(error, uid);
  const { name, details } = converted;
  return message === null ? converted : new AppError(name, message, { details: details ?? {} });
}

const A_NUMBER = /^Invalid value at .*?\. Expected a number, received: (?<received>.*)$/s;

function queryMessage({ message, details }: AppError, uid: string): string | null {
  const received = A_NUMBER.exec(message)?.groups?.['received'];
  if (received !== undefined) return `Expected a valid Number, got ${received}`;
  const { key, path = null, param } = details ?? {};
  if (typeof key !== 'string' || !message.startsWith('Invalid key')) return null;
  if (param === 'sort') return path === null ? `Attribute ${key} not found on model ${uid}` : null;
  if (param !== 'filters' || !key.startsWith('$')) return null;
  if (key === '$and' || key === '$or') return `Operator ${key} must be an array`;
  if (key === '$not') return 'Where must be an array or an object';
  if (path !== null) return `Undefined attribute level operator ${key}`;
  return `Only $and, $or and $not can only be used as root level operators. Found ${key}.`;
}
