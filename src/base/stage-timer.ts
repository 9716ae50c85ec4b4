// Port between the code that runs the stages of a request and the code that measures them.

/**
 * Stages of a request: read the body (`body`), authenticate the caller (`auth`), parse, plan and compile a read (`plan`),
 * validate a write (`check`), run or wait for statements (`db`), convert rows to JSON (`shape`).
 */
export type Stage = 'body' | 'auth' | 'plan' | 'check' | 'db' | 'shape';

/** Measures the stages of one request. */
export interface StageTimer {
  /** Runs a stage. @param work Returns a promise if the stage ends later */
  measure<T>(stage: Stage, work: () => T): T;
}

/** The request that code runs for. */
export interface CurrentRequest {
  /** Undefined outside of requests. */
  readonly timer: StageTimer | undefined;
}

/** Runs a stage. @param timer Undefined if it is not measured */
export function withTiming<T>(timer: StageTimer | undefined, stage: Stage, work: () => T): T {
  return timer === undefined ? work() : timer.measure(stage, work);
}
