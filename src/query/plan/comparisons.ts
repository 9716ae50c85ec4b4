// Plans the operators of filters (docs/strapi/reading.md, "Filters").
import { MAX_PATTERN_LENGTH } from '../../base/limits.ts';
import { parseFlag, textOf } from '../parse/values.ts';
import type { FilterTree } from '../params.ts';
import type { Comparison, CompareNode, Filter, PlanScalar, ValueType } from '../plan.ts';
import type { PlanContext } from './context.ts';
import type { NamedColumn } from './names.ts';
import { isRepetitive } from './repetitive.ts';
import { itemsOf, scalarOf, printFilter } from './filter-tree.ts';
import { InvalidValueError, castValue } from './values.ts';

interface Operator {
  readonly comparison: Comparison;
  readonly negated: boolean;
  /** True if values are compared as the type of the attribute, false if as text. */
  readonly typed: boolean;
}

const typed = (comparison: Comparison, negated = false): Operator => ({
  comparison,
  negated,
  typed: true,
});
const asText = (comparison: Comparison, negated = false): Operator => ({
  comparison,
  negated,
  typed: false,
});

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['$eq', typed('eq')],
  ['$ne', typed('eq', true)],
  ['$eqi', asText('eqi')],
  ['$nei', asText('eqi', true)],
  ['$lt', typed('lt')],
  ['$lte', typed('lte')],
  ['$gt', typed('gt')],
  ['$gte', typed('gte')],
  ['$in', typed('in')],
  ['$notIn', typed('in', true)],
  ['$between', typed('between')],
  ['$null', typed('null')],
  ['$notNull', typed('null', true)],
  ['$contains', asText('contains')],
  ['$notContains', asText('contains', true)],
  ['$containsi', asText('containsi')],
  ['$notContainsi', asText('containsi', true)],
  ['$startsWith', asText('startsWith')],
  ['$startsWithi', asText('startsWithi')],
  ['$endsWith', asText('endsWith')],
  ['$endsWithi', asText('endsWithi')],
  ['$jsonSupersetOf', asText('eq')],
]);

/** Comparisons that search for a text in others. */
const TEXT_SEARCHES: ReadonlySet<Comparison> = new Set([
  'contains',
  'containsi',
  'startsWith',
  'startsWithi',
  'endsWith',
  'endsWithi',
]);

/** Text searches that try every position. */
const SLOW: ReadonlySet<Comparison> = new Set(['contains', 'containsi', 'endsWith', 'endsWithi']);

/** True for the name of an operator. */
export function isOperator(key: string): boolean {
  return OPERATORS.has(key);
}

/** An operator on a column, inside a negation or not. */
interface Operation {
  readonly column: NamedColumn;
  readonly operator: string;
  readonly negated: boolean;
}

/** Plans one operator with its value. @throws InvalidValueError or ValidationError for a value that it does not accept */
export function planComparison(
  context: PlanContext,
  { column, operator, negated }: Operation,
  value: FilterTree,
): Filter {
  const known = OPERATORS.get(operator);
  if (!known || operator === '$jsonSupersetOf') {
    throw new InvalidValueError('another operator', operator);
  }
  const comparing = new ComparisonPlanner(context, column, known);
  const isNegated = known.negated !== negated;
  switch (known.comparison) {
    case 'null':
      return comparing.null(parseNullFlag(value) ? isNegated : !isNegated);
    case 'in':
      return scalarOf(value) === null
        ? comparing.never()
        : comparing.in(itemsOf(value) ?? [value], isNegated);
    case 'between':
      return comparing.between(itemsOf(value) ?? [value], isNegated);
    default:
      return comparing.each(itemsOf(value) ?? [value], isNegated, negated);
  }
}

class ComparisonPlanner {
  readonly #context: PlanContext;
  readonly #column: NamedColumn;
  readonly #operator: Operator;

  constructor(context: PlanContext, column: NamedColumn, operator: Operator) {
    this.#context = context;
    this.#column = column;
    this.#operator = operator;
  }

  /** A comparison with NULL: neither it nor its negation matches any row. */
  never(): CompareNode {
    return this.#node('never', [], false);
  }

  null(negated: boolean): CompareNode {
    return this.#node('null', [], negated);
  }

  in(values: readonly FilterTree[], negated: boolean): CompareNode {
    const { type } = this.#column;
    const list = values.map((value) => this.#cast(value));
    return this.#node('in', [this.#context.slot({ type, list })], negated);
  }

  between(values: readonly FilterTree[], negated: boolean): CompareNode {
    if (values.length !== 2) throw new InvalidValueError('two values', String(values.length));
    return this.#node(
      'between',
      values.map((value) => this.#slot(value)),
      negated,
    );
  }

  /**
   * An operator with a list matches any of the values, a negative operator all of them (docs/strapi/differences.md, D3). A
   * `$not` around the operator reverses this.
   * @param inNot Whether the operator is inside `$not`
   */
  each(values: readonly FilterTree[], negated: boolean, inNot: boolean): Filter {
    const nodes = values.map((value) => this.#one(value, negated));
    const [first] = nodes;
    if (nodes.length === 1 && first) return first;
    return { kind: this.#operator.negated !== inNot ? 'and' : 'or', items: nodes };
  }

  #one(value: FilterTree, negated: boolean): CompareNode {
    const scalar = scalarOf(value);
    if (scalar === null) return this.#absent(negated);
    const { comparison } = this.#operator;
    const node = this.#node(comparison, [this.#slot(value)], negated);
    const isSlow = SLOW.has(comparison) && isRepetitive(textOf(scalar) ?? '');
    return isSlow ? { ...node, repetitive: true } : node;
  }

  /** An operator without `=`: equality tests for NULL, a text search looks for `null`, and other comparisons never match. */
  #absent(negated: boolean): CompareNode {
    const { comparison, typed: isTyped } = this.#operator;
    if (comparison === 'eq' || comparison === 'eqi') return this.null(negated);
    if (isTyped) return this.never();
    return this.#node(comparison, [this.#slot({ form: 'value', value: 'null' })], negated);
  }

  #slot(value: FilterTree): number {
    return this.#context.slot({ type: this.#valueType(), value: this.#cast(value) });
  }

  #cast(value: FilterTree): PlanScalar {
    const scalar = scalarOf(value);
    if (scalar === null || scalar === undefined)
      throw new InvalidValueError('a text', printFilter(value));
    if (TEXT_SEARCHES.has(this.#operator.comparison)) {
      const { length } = textOf(scalar) ?? '';
      if (length > MAX_PATTERN_LENGTH) {
        throw new InvalidValueError(
          `a string of at most ${MAX_PATTERN_LENGTH} characters`,
          printFilter(value),
        );
      }
      this.#context.countPattern(length);
    }
    return castValue(this.#valueType(), scalar);
  }

  #valueType(): ValueType {
    return this.#operator.typed ? this.#column.type : 'string';
  }

  #node(comparison: Comparison, slots: readonly number[], negated: boolean): CompareNode {
    const { name, type } = this.#column;
    return { kind: 'compare', attribute: name, type, comparison, slots, negated };
  }
}

/** Parses `$null` and `$notNull`: `false`, `f`, `0`, an empty string and null are false, everything else is true. */
function parseNullFlag(value: FilterTree): boolean {
  const scalar = scalarOf(value);
  if (scalar === null || scalar === '') return false;
  return parseFlag(scalar) ?? true;
}
