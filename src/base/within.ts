// Waits for work, up to a time limit.

/**
 * Returns the result of work. Work that exceeds the limit continues, and its result is dropped. The process does not exit while
 * this waits.
 * @param timeout Milliseconds; Infinity for no limit
 * @throws the error that `late` creates if the work does not end in time
 */
export async function within<T>(timeout: number, work: Promise<T>, late: () => Error): Promise<T> {
  if (timeout === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), timeout);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
