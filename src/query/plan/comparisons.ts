// Operators of a filter: which values each takes and what it compares (docs/strapi/reading.md, "Filters").
import { MAX_PATTERN_LENGTH } from '../../base/limits.ts';
import { parseFlag, textOf } from '../parse/values.ts';
import type { FilterTree } from '../params.ts';
import type { Comparison, CompareNode, Filter, PlanScalar, ValueType } from '../plan.ts';
import type { PlanContext } from './context.ts';
import type { NamedColumn } from './names.ts';
import { isRepetitive } from './repetitive.ts';
import { itemsOf, scalarOf, shownTree } from './filter-tree.ts';
import { BadValue, castValue } from './values.ts';

interface Operator {
  readonly comparison: Comparison;
  readonly negated: boolean;
  /** Values are compared as the attribute's type; else as the text they are. */
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

/** What looks for a text in others. */
const SEARCHES: ReadonlySet<Comparison> = new Set([
  'contains',
  'containsi',
  'startsWith',
  'startsWithi',
  'endsWith',
  'endsWithi',
]);

/** Those that look for it at more than one place. */
const SLOW: ReadonlySet<Comparison> = new Set(['contains', 'containsi', 'endsWith', 'endsWithi']);

/** True for the name of an operator that takes values. */
export function isOperator(key: string): boolean {
  return OPERATORS.has(key);
}

/** One operator on one column, inside a negation or not. */
interface Operation {
  readonly column: NamedColumn;
  readonly operator: string;
  readonly negated: boolean;
}

/** Plans one operator with its value. @throws BadValue, ValidationError for a value that it does not take */
export function planComparison(
  context: PlanContext,
  { column, operator, negated }: Operation,
  value: FilterTree,
): Filter {
  const known = OPERATORS.get(operator);
  if (!known || operator === '$jsonSupersetOf') {
    throw new BadValue('another operator', operator);
  }
  const comparing = new Comparing(context, column, known);
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

class Comparing {
  readonly #context: PlanContext;
  readonly #column: NamedColumn;
  readonly #operator: Operator;

  constructor(context: PlanContext, column: NamedColumn, operator: Operator) {
    this.#context = context;
    this.#column = column;
    this.#operator = operator;
  }

  /** A comparison with NULL: no row satisfies it, nor its negation. */
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
    if (values.length !== 2) throw new BadValue('two values', String(values.length));
    return this.#node(
      'between',
      values.map((value) => this.#slot(value)),
      negated,
    );
  }

  /**
   * Any of several values under an operator, all of them under a negative one (docs/strapi/differences.md, D3); a
   * negation around the operator turns that over.
   */
  each(values: readonly FilterTree[], negated: boolean, turned: boolean): Filter {
    const nodes = values.map((value) => this.#one(value, negated));
    const [first] = nodes;
    if (nodes.length === 1 && first) return first;
    return { kind: this.#operator.negated !== turned ? 'and' : 'or', items: nodes };
  }

  #one(value: FilterTree, negated: boolean): CompareNode {
    const scalar = scalarOf(value);
    if (scalar === null) return this.#absent(negated);
    const { comparison } = this.#operator;
    const node = this.#node(comparison, [this.#slot(value)], negated);
    const isSlow = SLOW.has(comparison) && isRepetitive(textOf(scalar) ?? '');
    return isSlow ? { ...node, repetitive: true } : node;
  }

  /** An operator without `=`: equality asks for NULL, a search looks for that word, an order knows no place for it. */
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
    if (scalar === null || scalar === undefined) throw new BadValue('a text', shownTree(value));
    if (SEARCHES.has(this.#operator.comparison)) {
      const { length } = textOf(scalar) ?? '';
      if (length > MAX_PATTERN_LENGTH) {
        throw new BadValue(`a text of at most ${MAX_PATTERN_LENGTH} characters`, shownTree(value));
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

/** `$null` and `$notNull`: false for `false f 0`, an empty text and null; true for everything else. */
function parseNullFlag(value: FilterTree): boolean {
  const scalar = scalarOf(value);
  if (scalar === null || scalar === '') return false;
  return parseFlag(scalar) ?? true;
}
