// The project's own rule for pages that a sign-in may lead to.
import type { CallbackRule } from '../auth/providers/callback-address.ts';
import type { UsersPermissionsConfig } from '../project/plugins-config.ts';
import { toRecord } from '../schema/raw.ts';

/** The rule for pages that `?callback=` may name; null: ours. */
export function callbackRule({ raw }: Pick<UsersPermissionsConfig, 'raw'>): CallbackRule | null {
  const { validate } = toRecord(raw['callback']) as { readonly validate?: unknown };
  if (typeof validate !== 'function') return null;
  return (callback, provider): unknown => Reflect.apply(validate, undefined, [callback, provider]);
}
