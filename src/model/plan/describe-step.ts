// Describes a step in a sentence, how long it locks its table, and whether requests wait for it.
import type { AttributeStorage } from '../attribute-storage.ts';
import type { StepCount } from './step-counts.ts';
import type { Rule, Step } from './steps.ts';

/**
 * How a step uses its table. `instant`: takes the same time for any number of rows; `scan`: reads all rows, or builds an
 * index; `rewrite`: writes all rows.
 */
export type LockClass = 'instant' | 'scan' | 'rewrite';

/** The lock class of a step. @param rebuilds Whether a move builds indexes again, because they cannot be renamed */
export function lockClassOf(step: Step, rebuilds: boolean): LockClass {
  switch (step.kind) {
    case 'convert':
      return 'rewrite';
    case 'restoreSetAside':
    case 'renameValues':
    case 'renameUid':
    case 'renameModel':
    case 'switchOption':
    case 'makeSingle':
    case 'tighten':
    case 'limitToOne':
    case 'narrowZone':
      return 'scan';
    case 'move':
      return step.from.kind === 'rows' || rebuilds ? 'scan' : 'instant';
    default:
      return 'instant';
  }
}

/** True for steps that the previous model cannot be served with. */
const DISRUPTS: Readonly<Record<Step['kind'], boolean>> = {
  createTable: false,
  addAttribute: false,
  keepAttribute: false,
  keepModel: false,
  tighten: false,
  narrowZone: false,
  move: true,
  renameAttribute: true,
  restoreAttribute: true,
  restoreModel: true,
  renameModel: true,
  renameUid: true,
  renameValues: true,
  convert: true,
  restoreSetAside: true,
  switchOption: true,
  makeSingle: true,
  limitToOne: true,
};

/** Returns true if requests must wait until the new model is served. */
export function isDisruptive({ kind }: Step): boolean {
  return DISRUPTS[kind];
}

/** A sentence about a step. @param counted Values that it concerns; null if they were not counted or it concerns none */
export function describeStep(step: Step, counted: StepCount | null): string {
  switch (step.kind) {
    case 'createTable':
      return `${step.uid}: a new table ${step.table} is created.`;
    case 'addAttribute':
      return `${nameOf(step)}: added, stored in ${locationOf(step.storage)}.`;
    case 'move':
      return describeMove(step);
    case 'renameAttribute':
      return `${nameOf(step)}: renamed from ${step.from}, in permissions and views as well.`;
    case 'keepAttribute':
      return `${nameOf(step)}: removed.${served(counted, 'value')} Its values stay in ${locationOf(step.storage)} and can be restored.`;
    case 'restoreAttribute':
      return `${nameOf(step)}: added. Its values from before it was removed are served again.`;
    case 'keepModel':
      return `${step.uid}: removed.${served(counted, 'row')} Its rows stay in table ${step.table} and can be restored.`;
    case 'restoreModel':
      return `${step.uid}: added. Its rows from before it was removed are served again.`;
    case 'renameModel':
      return `${step.from} is renamed to ${step.uid}, with its permissions and settings.`;
    case 'renameUid':
      return `Rows of ${step.table} that refer to ${step.from} refer to ${step.uid}.`;
    case 'renameValues':
      return `${nameOf(step)}: ${step.values.map(([from, to]) => `"${from}" becomes "${to}"`).join(', ')}.`;
    case 'convert':
      return describeConversion(step, counted);
    case 'restoreSetAside':
      return `${nameOf(step)}: values that did not fit its former type are served again.`;
    case 'switchOption':
      return describeSwitch(step, counted);
    case 'makeSingle':
      return `${step.uid} becomes a single type.${counted ? ` It has ${counted.count} ${counted.count === 1 ? 'document' : 'documents'}.` : ''}`;
    case 'limitToOne':
      return `${nameOf(step)} accepts one value.${counted ? ` ${amount(counted, 'entry has several; the others are', 'entries have several; the others are')} stored, but not served.` : ''}`;
    case 'narrowZone':
      return `${nameOf(step)}: it no longer accepts ${step.components.join(', ')}.${counted ? ` ${amount(counted, 'stored component is', 'stored components are')} served as before.` : ''}`;
    case 'tighten':
      return `${nameOf(step)}: ${ruleText(step.rule)}.${counted ? ` ${amount(counted, 'stored value breaks', 'stored values break')} it${exampleOf(counted)} and ${counted.count === 1 ? 'is' : 'are'} served as before.` : ''}`;
  }
}

function nameOf({ uid, attribute }: { readonly uid: string; readonly attribute: string }): string {
  return `${uid} ${attribute}`;
}

function locationOf(storage: AttributeStorage): string {
  switch (storage.kind) {
    case 'columns':
      return `column ${storage.columns.join(' and ')} of table ${storage.table}`;
    case 'table':
      return `table ${storage.table}`;
    case 'rows':
      return `rows of table ${storage.table} with the field ${storage.field}`;
  }
}

function describeMove(step: Extract<Step, { readonly kind: 'move' }>): string {
  const move = `from ${locationOf(step.from)} to ${locationOf(step.to)}`;
  switch (step.why) {
    case 'rename':
      return `${nameOf(step)}: its values move ${move}.`;
    case 'setAside':
      return `${nameOf(step).trim()}: values of a removed attribute move ${move}.`;
    case 'restore':
      return `${nameOf(step)}: retained values move back ${move}.`;
  }
}

function describeConversion(
  step: Extract<Step, { readonly kind: 'convert' }>,
  counted: StepCount | null,
): string {
  const change = `${nameOf(step)}: ${step.from} becomes ${step.to}.`;
  const copied = 'The values are copied in batches to a new column, which replaces the former one.';
  if (counted === null) return change;
  if (counted.count === 0) return `${change} All values fit. ${copied}`;
  const rest = amount(counted, 'value does not fit', 'values do not fit') + exampleOf(counted);
  return step.setAsideColumn === null
    ? `${change} ${rest}, so the change is rejected.`
    : `${change} ${rest} and ${counted.count === 1 ? 'is' : 'are'} kept in column ${step.setAsideColumn}. ${copied}`;
}

function describeSwitch(
  { uid, option, on }: Extract<Step, { readonly kind: 'switchOption' }>,
  counted: StepCount | null,
): string {
  if (option === 'drafts') {
    return on
      ? `${uid}: drafts are enabled. A draft is created for each published entry.`
      : `${uid}: drafts are disabled.${served(counted, 'draft')} Drafts are kept.`;
  }
  return on
    ? `${uid}: locales are enabled. Entries without a locale are assigned the default one.`
    : `${uid}: locales are disabled.${served(counted, 'row')} Rows in other locales are kept.`;
}

function ruleText(rule: Rule): string {
  switch (rule.name) {
    case 'enum':
      return `it no longer allows ${rule.removed.map((value) => `"${value}"`).join(', ')}`;
    case 'required':
    case 'unique':
      return `it becomes ${rule.name}`;
    default:
      return `its ${rule.name} becomes ${rule.limit}`;
  }
}

function amount({ count }: StepCount, one: string, several: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
}

/** Names the values that are no longer served. */
function served(counted: StepCount | null, noun: string): string {
  if (counted === null || counted.count === 0) return '';
  return counted.count === 1
    ? ` 1 ${noun} is no longer served.`
    : ` ${counted.count} ${noun}s are no longer served.`;
}

function exampleOf({ examples }: StepCount): string {
  const text = examples[0]?.value ?? null;
  return text === null ? '' : ` (such as "${text.slice(0, 60)}")`;
}
