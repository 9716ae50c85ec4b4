// Values that are created when they are first needed, so that a start does not load their modules.

/** Returns a value, which the first call creates. */
export type OnDemand<T> = () => Promise<T>;

/** Creates a value once. After a failure the next call tries again. */
export function onDemand<T>(create: () => Promise<T>): OnDemand<T> {
  let created: Promise<T> | null = null;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = null;
      throw error;
    });
    return created;
  };
}
