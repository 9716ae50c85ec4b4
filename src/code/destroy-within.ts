// Limits how long `destroy` of project code delays the end of the server.

/** @param timeout Milliseconds @throws Error if `destroy` does not finish within it */
export async function destroyWithin(work: Promise<void>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The destroy functions of the project did not finish within ${timeout} ms.`;
    timer = setTimeout(() => reject(new Error(message)), timeout);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
