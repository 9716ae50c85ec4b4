// Describes the effects of a change of the content model, as text and as data.
import type { CodeMentions } from '../impact/code-mentions.ts';
import type { StoredMentions } from '../impact/stored-mentions.ts';
import { describeStep, lockClassOf, type LockClass } from './describe-step.ts';
import type { SuggestedRename } from './suggested-renames.ts';
import type { StepCount, StepExample } from './step-counts.ts';
import type { Step } from './steps.ts';

/** A step with the values that it concerns. */
export interface ReportedStep {
  readonly text: string;
  readonly lock: LockClass;
  /** Stored values that it concerns; null if that is not a matter of values. */
  readonly count: number | null;
  readonly examples: readonly StepExample[];
  readonly step: Step;
}

/** A file that a change writes. */
export interface ReportedFile {
  readonly path: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Its text; null if there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** References to anything that a change removes or renames. */
export interface Impact extends StoredMentions, CodeMentions {
  /** Content routes of the changed types. */
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly uid: string;
  }[];
}

/** Effects of a change. */
export interface PlanReport {
  readonly steps: readonly ReportedStep[];
  /** The longest lock of all steps. */
  readonly lock: LockClass;
  /** Why the change would be rejected, or null. */
  readonly rejection: string | null;
  /** Renames that it may mean. They keep values that the change keeps unserved. */
  readonly offeredRenames: readonly SuggestedRename[];
  readonly files: readonly ReportedFile[];
  readonly impact: Impact;
}

/** Reports a step. @param rebuilds Whether a move builds indexes again, because they cannot be renamed */
export function reportStep(step: Step, counted: StepCount | null, rebuilds: boolean): ReportedStep {
  return {
    text: describeStep(step, counted),
    lock: lockClassOf(step, rebuilds),
    count: counted?.count ?? null,
    examples: counted?.examples ?? [],
    step,
  };
}

const LOCKS: readonly LockClass[] = ['instant', 'scan', 'rewrite'];

/** The longest lock of all steps. */
export function longestLock(steps: readonly Pick<ReportedStep, 'lock'>[]): LockClass {
  const longest = Math.max(0, ...steps.map(({ lock }) => LOCKS.indexOf(lock)));
  return LOCKS[longest] ?? 'instant';
}

/** Why a change with these steps would be rejected, or null. */
export function rejectionOf(steps: readonly ReportedStep[]): string | null {
  const rejected = steps.find(({ step, count }) => {
    if (step.kind === 'convert') return step.setAsideColumn === null && (count ?? 0) > 0;
    return step.kind === 'makeSingle' && (count ?? 0) > 1;
  });
  return rejected?.text ?? null;
}
