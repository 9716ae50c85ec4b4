// Shows the progress of a long command: a bar on a terminal, otherwise a line per stage.

/** Shows stages one after the other. */
export interface StageProgress {
  /** Starts a stage with a number of steps. */
  begin(stage: string, total: number): void;
  /** Reports finished steps. Default: one. */
  step(steps?: number): void;
  /** Ends the line of an unfinished stage. */
  stop(): void;
}

/** Output such as `process.stdout`. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;

/** Minimum time between two drawings, in milliseconds. */
const INTERVAL = 50;

/** Creates the progress display of a screen. */
export function createProgress(screen: Screen): StageProgress {
  return screen.isTTY === true ? new Bar(screen) : new Lines(screen);
}

/** A bar that redraws its line. */
class Bar implements StageProgress {
  readonly #screen: Screen;
  #stage = '';
  #total = 0;
  #done = 0;
  #drawn = 0;
  #open = false;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  begin(stage: string, total: number): void {
    this.stop();
    if (total === 0) return;
    this.#stage = stage;
    this.#total = total;
    this.#done = 0;
    this.#open = true;
    this.#draw();
  }

  step(steps = 1): void {
    this.#done = Math.min(this.#done + steps, this.#total);
    if (this.#done === this.#total) this.stop();
    else if (performance.now() - this.#drawn >= INTERVAL) this.#draw();
  }

  stop(): void {
    if (!this.#open) return;
    this.#draw();
    this.#screen.write('\n');
    this.#open = false;
  }

  #draw(): void {
    const filled = Math.round((this.#done / this.#total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.#screen.write(`\r${this.#stage.padEnd(10)} ${bar} ${this.#done}/${this.#total}`);
    this.#drawn = performance.now();
  }
}

class Lines implements StageProgress {
  readonly #screen: Screen;
  #line = '';
  #left = 0;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  begin(stage: string, total: number): void {
    this.#line = `${stage}: ${total}\n`;
    this.#left = total;
  }

  step(steps = 1): void {
    if (this.#left === 0) return;
    this.#left = Math.max(this.#left - steps, 0);
    if (this.#left === 0) this.#screen.write(this.#line);
  }

  stop(): void {}
}
