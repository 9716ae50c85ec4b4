// The project's own rule for the pages that a sign-in may redirect to.
import type { CallbackRule } from '../../auth/providers/callback-address.ts';
import type { UsersPermissionsConfig } from '../../project/plugins-config.ts';
import { toRecord } from '../../schema/raw.ts';

/** Returns the rule for `?callback=`, or null to use the default. */
export function callbackRule({ raw }: Pick<UsersPermissionsConfig, 'raw'>): CallbackRule | null {
  const { validate } = toRecord(raw['callback']) as { readonly validate?: unknown };
  if (typeof validate !== 'function') return null;
  return (callback, provider): unknown => Reflect.apply(validate, undefined, [callback, provider]);
}
