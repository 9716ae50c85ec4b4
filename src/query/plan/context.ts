// Shared state of the planner: schema, access, values, deferred errors and limits.
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
  /** True if the plan is only checked and then discarded. */
  readonly isChecking: boolean;
  readonly values: PlanValue[];
  #invalidForm: AppError | null = null;
  #invalidValue: AppError | null = null;
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

  /** A context with full access, to check a part of the query that is then discarded. Limits continue. */
  checking(): PlanContext {
    const context = new PlanContext(this.registry, fullAccess, { isChecking: true });
    context.#conditions = this.#conditions;
    context.#nodes = this.#nodes;
    context.#patterns = this.#patterns;
    context.#steps = this.#steps;
    return context;
  }

  /** A context for the same plan without limits, for the conditions of the caller's access. */
  unlimited(): PlanContext {
    return new PlanContext(this.registry, fullAccess, { values: this.values });
  }

  /** Returns true if the caller may read an attribute. @param path Names from the root */
  mayRead(path: readonly string[]): boolean {
    return this.access.root?.mayRead(path) ?? true;
  }

  /** Returns the names that the caller may read. @param path Attribute names from the root to the model */
  readable(path: readonly string[], names: readonly string[]): readonly string[] {
    const { root } = this.access;
    return root ? names.filter((name) => root.mayRead([...path, name])) : names;
  }

  /** Adds a value. @returns its slot */
  slot(value: PlanValue): Slot {
    return this.values.push(value) - 1;
  }

  /** Records an error in the form of a parameter, which is reported after errors in names. */
  deferForm(error: AppError): void {
    this.#invalidForm ??= error;
  }

  /** Records an error in a value, which is reported last. */
  deferValue(error: AppError): void {
    this.#invalidValue ??= error;
  }

  /** @throws the first recorded error in a form */
  throwInvalidForm(): void {
    if (this.#invalidForm) throw this.#invalidForm;
  }

  /** @throws the first recorded error in a value */
  throwInvalidValue(): void {
    if (this.#invalidValue) throw this.#invalidValue;
  }

  /** Counts a condition. @throws ValidationError past the limit */
  countCondition(): void {
    if (++this.#conditions > MAX_CONDITIONS) {
      throw validationError(
        `Too many conditions in filters: at most ${MAX_CONDITIONS} are allowed.`,
      );
    }
  }

  /** Adds the length of a search text, in characters. @throws ValidationError past the limit */
  countPattern(length: number): void {
    this.#patterns += length;
    if (this.#patterns > MAX_PATTERNS_LENGTH) {
      throw validationError(
        `The strings in filters are too long: together they may have at most ${MAX_PATTERNS_LENGTH} characters.`,
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

/** The parameter that contains a name, for the details of an error. */
export type ParamName = 'filters' | 'sort' | 'fields' | 'populate';

/** The scope in which the names of a parameter are looked up. */
export interface NameScope {
  readonly model: Model;
  /** Attribute names from the root to the model; default: none. */
  readonly path?: readonly string[];
  readonly param: ParamName;
}
