// Tasks for tests of queues: they end on request, and count their runs.
/** Work that ends on request, and how much of it is running. */
export class Works {
  running = 0;
  max = 0;
  readonly done: number[] = [];

  async work(i: number, isFailing: boolean = false): Promise<number> {
    this.running += 1;
    this.max = Math.max(this.max, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.running -= 1;
    this.done.push(i);
    if (isFailing) throw new Error(`no ${i}`);
    return i;
  }
}
