// State of planning that all passes share: the schema, the caller's access, the values met so far and
// how much a query may ask for.
import { validationError, type AppError } from '../../base/errors.ts';
import {
  MAX_CONDITIONS,
  MAX_PATTERNS_LENGTH,
  MAX_POPULATED_NODES,
  MAX_RELATION_STEPS,
} from '../../base/limits.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import { fullAccess, type ReadAccess } from '../access.ts';
import type { PlanValue, Slot } from '../plan.ts';

interface ContextOptions {
  readonly isChecking?: boolean;
  /** Where the values of slots are put. */
  readonly values?: PlanValue[];
}

/** The state of planning one read. */
export class PlanContext {
  readonly registry: Registry;
  readonly access: ReadAccess;
  /** True where the plan is thrown away, and only names matter. */
  readonly isChecking: boolean;
  readonly values: PlanValue[];
  #badForm: AppError | null = null;
  #badValue: AppError | null = null;
  #conditions = 0;
  #nodes = 0;
  #patterns = 0;
  #steps = 0;

  constructor(registry: Registry, access: ReadAccess, options: ContextOptions = {}) {
    this.registry = registry;
    this.access = access;
    this.isChecking = options.isChecking ?? false;
    this.values = options.values ?? [];
  }

  /** The same query as someone who may find everything would ask it: for what is checked and then left out. */
  checking(): PlanContext {
    const context = new PlanContext(this.registry, fullAccess, { isChecking: true });
    context.#conditions = this.#conditions;
    context.#nodes = this.#nodes;
    context.#patterns = this.#patterns;
    context.#steps = this.#steps;
    return context;
  }

  /** The same plan without limits: for conditions that the access of the caller consists of. */
  unlimited(): PlanContext {
    return new PlanContext(this.registry, fullAccess, { values: this.values });
  }

  /** Returns true if the caller may read an attribute. @param path Names from the root */
  mayRead(path: readonly string[]): boolean {
    return this.access.root?.mayRead(path) ?? true;
  }

  /** Leaves out the names that the caller may not read. @param path Attribute names that lead to the model */
  readable(path: readonly string[], names: readonly string[]): readonly string[] {
    const { root } = this.access;
    return root ? names.filter((name) => root.mayRead([...path, name])) : names;
  }

  /** Puts a value into the next slot. */
  slot(value: PlanValue): Slot {
    return this.values.push(value) - 1;
  }

  /** Notes a mistake in the form of a parameter: it is answered after those in names. */
  deferForm(error: AppError): void {
    this.#badForm ??= error;
  }

  /** Notes a mistake in a value: it is answered after all others. */
  deferValue(error: AppError): void {
    this.#badValue ??= error;
  }

  /** @throws the first mistake in a form */
  throwBadForm(): void {
    if (this.#badForm) throw this.#badForm;
  }

  /** @throws the first mistake in a value */
  throwBadValue(): void {
    if (this.#badValue) throw this.#badValue;
  }

  /** Counts a condition. @throws ValidationError past the limit */
  countCondition(): void {
    if (++this.#conditions > MAX_CONDITIONS) {
      throw validationError(
        `Too many conditions in filters: at most ${MAX_CONDITIONS} are allowed.`,
      );
    }
  }

  /** Counts a text that is looked for in others. @throws ValidationError if all of them are too long */
  countPattern(length: number): void {
    this.#patterns += length;
    if (this.#patterns > MAX_PATTERNS_LENGTH) {
      throw validationError(
        `The texts in filters are too long: all of them together may have at most ${MAX_PATTERNS_LENGTH} characters.`,
      );
    }
  }

  /** Counts steps through relations. @throws ValidationError past the limit */
  countSteps(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_RELATION_STEPS) {
      throw validationError(
        `Too many steps through relations in filters and sorts: at most ${MAX_RELATION_STEPS} are allowed.`,
      );
    }
  }

  /** Counts a populated node. @throws ValidationError past the limit */
  countNode(): void {
    if (++this.#nodes > MAX_POPULATED_NODES) {
      throw validationError(
        `Too many populated attributes: at most ${MAX_POPULATED_NODES} are allowed in one query.`,
      );
    }
  }
}

/** Which parameter a name stood in, for the details of an error. */
export type ParamName = 'filters' | 'sort' | 'fields' | 'populate';

/** Where the names of a parameter are looked up. */
export interface NamedPlace {
  readonly model: Model;
  /** Attribute names from the root to the model; default: none. */
  readonly path?: readonly string[];
  readonly param: ParamName;
}
