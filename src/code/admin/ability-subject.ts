// Subjects of abilities: a uid, or an entry that is marked with one as by casl.
import { validationError } from '../../base/errors.ts';
import { isRecord } from '../../schema/raw.ts';

/** The property in which casl stores the type of an entry. */
const TYPE = '__caslSubjectType__';

/**
 * Marks an entry with the uid of its type. @returns the entry
 * @throws ValidationError for an entry of another type: the mark may come from the body of a request
 */
export function toSubject(entry: unknown, uid: string): unknown {
  if (!isRecord(entry)) return entry;
  const { value } = Object.getOwnPropertyDescriptor(entry, TYPE) ?? {};
  if (value === undefined) Object.defineProperty(entry, TYPE, { value: uid });
  else if (value !== uid) throw validationError(`Invalid key ${TYPE}`);
  return entry;
}

/** Returns the uid of a subject, and its entry if it is one. */
export function toNameAndEntity(subject: unknown): {
  readonly uid: string | null;
  readonly entity: Readonly<Record<string, unknown>> | null;
} {
  if (typeof subject === 'string') return { uid: subject, entity: null };
  if (!isRecord(subject)) return { uid: null, entity: null };
  const uid = subject[TYPE];
  return { uid: typeof uid === 'string' ? uid : null, entity: subject };
}
