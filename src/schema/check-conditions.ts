// Checks conditions (`conditions.visible`, JSON logic): an unknown operator would make every write of its type fail.
import { isRecord, toRecord } from './raw.ts';
import type { ReportProblem } from './check-report.ts';

const OPERATORS: ReadonlySet<string> = new Set(
  (
    'var missing missing_some if ?: and or ! !! == === != !== < <= > >= + - * / % min max ' +
    'in cat substr merge map filter reduce all none some log'
  ).split(' '),
);

/** Reports unknown operators in the condition of an attribute. */
export function checkConditions(conditions: unknown, report: ReportProblem): void {
  for (const operator of operatorsIn(toRecord(conditions)['visible'])) {
    if (OPERATORS.has(operator)) continue;
    const message = `JSON logic has no operator "${operator}". Use one such as "==" or "and".`;
    report('conditions.visible', message);
  }
}

/** An object with one key is an operation; anything else is a value. */
function operatorsIn(logic: unknown): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(operatorsIn);
  if (!isRecord(logic)) return [];
  const [operator, ...others] = Object.keys(logic);
  if (operator === undefined || others.length > 0) return [];
  return [operator, ...operatorsIn(logic[operator])];
}
