// Checks a single attribute: its type, the values of an enumeration, the components it names. `check-relation` checks
// relations.
import type { DefinitionIndex, ReportProblem } from './check-report.ts';
import { toText, type RawRecord } from './raw.ts';
import type { ScalarType } from './types.ts';

/** Types that store one value in one column. */
export const SCALAR_TYPES: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'email',
  'password',
  'uid',
  'enumeration',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'timestamp',
  'json',
  'blocks',
];

const COMPOSED = ['relation', 'media', 'component', 'dynamiczone'];

/** Returns true for a type that stores one value in one column. */
export function isScalarType(type: unknown): type is ScalarType {
  return SCALAR_TYPES.some((known) => known === type);
}

/** Reports errors of an attribute that is not a relation. */
export function checkAttribute(
  raw: RawRecord,
  index: DefinitionIndex,
  report: ReportProblem,
): void {
  switch (raw['type']) {
    case 'enumeration':
      return checkEnumeration(raw, report);
    case 'component':
      return checkComponentUid(raw['component'], index, (message) => report('component', message));
    case 'dynamiczone':
      return checkZone(raw, index, report);
    case 'media':
      return;
    default:
      if (!isScalarType(raw['type'])) report('type', unknownType(raw['type']));
      else checkPattern(raw['regex'], report);
  }
}

function checkPattern(pattern: unknown, report: ReportProblem): void {
  if (pattern === undefined) return;
  try {
    new RegExp(String(pattern));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(
      'regex',
      `This is not a valid regular expression (${reason}). Correct it, or remove it.`,
    );
  }
}

function unknownType(type: unknown): string {
  const known = [...SCALAR_TYPES, ...COMPOSED].join(', ');
  return toText(type)
    ? `There is no attribute type "${toText(type)}". Use one of ${known}.`
    : `An attribute needs a type. Add one of ${known}.`;
}

function checkEnumeration(raw: RawRecord, report: ReportProblem): void {
  const values = raw['enum'];
  if (!Array.isArray(values) || values.length === 0) {
    const message = 'An enumeration needs its values: add a list such as ["red", "green"].';
    report('enum', message, Array.isArray(values) ? 'warning' : undefined);
  } else if (!values.every((value) => toText(value) !== undefined)) {
    report('enum', 'The values of an enumeration must be non-empty strings.');
  }
}

function checkZone(raw: RawRecord, index: DefinitionIndex, report: ReportProblem): void {
  const components = raw['components'];
  if (!Array.isArray(components)) {
    const message = 'A dynamic zone needs a list of components, such as ["sections.hero"].';
    return report('components', message, components === undefined ? 'warning' : undefined);
  }
  components.forEach((uid: unknown, i) => {
    checkComponentUid(uid, index, (message) => report(`components.${i}`, message));
  });
}

function checkComponentUid(
  value: unknown,
  index: DefinitionIndex,
  report: (message: string) => void,
): void {
  const uid = toText(value);
  if (!uid) report('A component needs its name, such as "shared.seo".');
  else if (index.get(uid)?.modelType !== 'component') {
    const [category = '', name = ''] = uid.split('.');
    report(
      `There is no component "${uid}". Add src/components/${category}/${name}.json, or name another one.`,
    );
  }
}
