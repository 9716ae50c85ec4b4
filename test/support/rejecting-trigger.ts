// Triggers of another program that reject some rows, like a full disk.
import { onClient } from './test-database.ts';

/** Scripts that create and drop a trigger. */
export interface RejectingTrigger {
  readonly make: string;
  readonly drop: string;
}

interface RejectedChange {
  readonly before: 'insert' | 'update' | 'delete';
  readonly table: string;
  /** A condition over `new` and `old`; default: every row. */
  readonly when?: string;
}

/** A trigger that rejects rows. @param name Name of the trigger, and error message */
export function rejectingTrigger(
  name: string,
  { before, table, when = '1 = 1' }: RejectedChange,
): RejectingTrigger {
  const on = `create trigger ${name} before ${before} on "${table}"`;
  return onClient({
    sqlite: {
      make: `${on} when ${when} begin select raise(abort, '${name}'); end`,
      drop: `drop trigger ${name}`,
    },
    postgres: {
      make: `create function ${name}() returns trigger language plpgsql as $$
          begin raise exception '${name}' using errcode = 'check_violation'; end$$;
        ${on} for each row when (${when}) execute function ${name}()`,
      drop: `drop trigger ${name} on "${table}"; drop function ${name}()`,
    },
  });
}
