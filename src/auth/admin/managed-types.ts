// Content-types whose entries administrators manage.
import { USER } from '../../schema/built-in/uids.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ManagedTypes } from './default-role-permissions.ts';

/** The types of the project that are not hidden, and the users of the users-permissions plugin. */
export function managedTypes({ registry, hidden }: ManagedTypes): readonly ContentType[] {
  return [...registry.contentTypes.values()].filter(
    ({ origin, uid }) => uid === USER || (origin === 'api' && !hidden.has(uid)),
  );
}
