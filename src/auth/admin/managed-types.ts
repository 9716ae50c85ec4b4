// Content-types whose entries administrators manage.
import { USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';

/** Content-types whose entries are managed in the admin panel. */
export interface ManagedTypes {
  readonly registry: Registry;
  /** Uids of types that the admin panel hides. */
  readonly hidden: ReadonlySet<string>;
}

/** The types of the project that are not hidden, and the users of the users-permissions plugin. */
export function managedTypes({ registry, hidden }: ManagedTypes): readonly ContentType[] {
  return [...registry.contentTypes.values()].filter(
    ({ origin, uid }) => uid === USER || (origin === 'api' && !hidden.has(uid)),
  );
}
