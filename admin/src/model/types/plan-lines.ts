// Describes a plan to the user before it is applied. Storage details are omitted.
import { isEqualJson, isJsonObject, numberOr, stringOr } from '../../base/json.ts';
import { modelOf, type Draft, type DraftModel } from './draft.ts';
import { uidOf } from './names.ts';
import { removedValues, type Plan, type PlanStep } from './plan.ts';

/** Kind of a line, with the message `step.<name>`. */
export type StepWord =
  | 'typeAdded'
  | 'typeBack'
  | 'typeRemoved'
  | 'typeRenamed'
  | 'added'
  | 'back'
  | 'removed'
  | 'renamed'
  | 'valueRenamed'
  | 'converted'
  | 'convertedIncompatible'
  | 'convertedSetAside'
  | 'setAsideBack'
  | 'draftsOn'
  | 'draftsOff'
  | 'localesOn'
  | 'localesOff'
  | 'single'
  | 'limitToOne'
  | 'required'
  | 'unique'
  | 'min'
  | 'max'
  | 'minLength'
  | 'maxLength'
  | 'enum'
  | 'settings'
  | 'typeSettings'
  | 'order';

/** Severity. `bad` if the server rejects the step. */
export type LineTone = 'plain' | 'ok' | 'warn' | 'bad';

export interface PlanLine {
  readonly word: StepWord;
  /** Message parameters. `toKind` is an attribute type. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly tone: LineTone;
  /** Model after the change. */
  readonly uid: string;
  readonly attribute: string | null;
  /** Number of affected stored values. */
  readonly examples: readonly string[];
  /** True if values that do not fit can be preserved. */
  readonly offersSettingAside: boolean;
}

/** Lines of one model. */
export interface PlanGroup {
  readonly uid: string;
  readonly title: string;
  readonly lines: readonly PlanLine[];
}

/** Returns the lines by model. */
export function planGroups(
  { steps }: Pick<Plan, 'steps'>,
  { base, draft }: { readonly base: Draft; readonly draft: Draft },
): readonly PlanGroup[] {
  const fresh = new Set(steps.filter(({ kind }) => kind === 'createTable').map(({ uid }) => uid));
  const moved = countsOfRenames(steps);
  const lines = steps
    .filter(({ kind, uid }) => kind !== 'addAttribute' || !fresh.has(uid))
    .flatMap((step) => lineOf(step, moved) ?? []);
  const all = [...lines, ...quietChanges(base, draft, lines)];
  return [...new Set(all.map(({ uid }) => uid))].map((uid) => ({
    uid,
    title: titleOf(uid, base, draft),
    lines: all.filter((line) => line.uid === uid),
  }));
}

/** Counts values that move to another name, by model and name. */
function countsOfRenames(steps: readonly PlanStep[]): ReadonlyMap<string, number> {
  return new Map(
    steps
      .filter(({ kind, raw }) => kind === 'move' && raw['why'] === 'rename')
      .map(({ uid, attribute, count }) => [`${uid} ${attribute ?? ''}`, count ?? 0]),
  );
}

function lineOf(step: PlanStep, moved: ReadonlyMap<string, number>): PlanLine | null {
  const { kind, uid, attribute, raw } = step;
  const count = step.count ?? 0;
  const name = attribute ?? '';
  const from = stringOr(raw['from'], '');
  const line = (
    word: StepWord,
    tone: LineTone = 'plain',
    values: PlanLine['values'] = {},
  ): PlanLine => ({
    word,
    values: { name, count, ...values },
    tone,
    uid,
    attribute,
    examples: step.examples,
    offersSettingAside: word === 'convertedIncompatible',
  });
  const warnIf = (isTrue: boolean): LineTone => (isTrue ? 'warn' : 'plain');
  switch (kind) {
    case 'createTable':
      return line('typeAdded', 'ok');
    case 'addAttribute':
      return line('added', 'ok');
    case 'restoreModel':
      return line('typeBack', 'ok');
    case 'restoreAttribute':
      return line('back', 'ok');
    case 'keepModel':
      return line('typeRemoved', 'warn');
    case 'keepAttribute':
      return line('removed', 'warn');
    case 'renameModel':
      return line('typeRenamed', 'plain', { from });
    case 'renameAttribute':
      return line('renamed', 'plain', { from, count: moved.get(`${uid} ${name}`) ?? 0 });
    case 'renameValues':
      return line('valueRenamed', 'plain', { pairs: pairsOf(raw['values']) });
    case 'convert': {
      const values = { toKind: stringOr(raw['to'], '') };
      if (count === 0) return line('converted', 'plain', values);
      const isRejected = typeof raw['setAsideColumn'] !== 'string';
      return isRejected
        ? line('convertedIncompatible', 'bad', values)
        : line('convertedSetAside', 'warn', values);
    }
    case 'restoreSetAside':
      return line('setAsideBack', 'ok');
    case 'switchOption': {
      const isOn = raw['on'] === true;
      if (raw['option'] === 'drafts') {
        return isOn ? line('draftsOn') : line('draftsOff', warnIf(count > 0));
      }
      return isOn ? line('localesOn') : line('localesOff', warnIf(count > 0));
    }
    case 'makeSingle':
      return line('single', count > 1 ? 'bad' : 'plain');
    case 'limitToOne':
      return line('limitToOne', warnIf(count > 0));
    case 'tighten': {
      const rule = isJsonObject(raw['rule'] ?? null) ? raw['rule'] : {};
      const limits = isJsonObject(rule ?? null) ? (rule as PlanStep['raw']) : {};
      const word = ruleWord(stringOr(limits['name'], ''));
      return word === null
        ? null
        : line(word, warnIf(count > 0), {
            limit: numberOr(limits['limit'], 0),
            removed: removedValues(rule).join(', '),
          });
    }
    default:
      return null;
  }
}

const RULES = ['required', 'unique', 'min', 'max', 'minLength', 'maxLength', 'enum'] as const;

function ruleWord(name: string): StepWord | null {
  return RULES.find((rule) => rule === name) ?? null;
}

function pairsOf(values: unknown): string {
  const pairs: readonly unknown[] = Array.isArray(values) ? values : [];
  return pairs.map((pair) => (Array.isArray(pair) ? pair.join(' → ') : '')).join(', ');
}

/** Describes changes without a database step, which only affect schema files. */
function quietChanges(base: Draft, draft: Draft, lines: readonly PlanLine[]): readonly PlanLine[] {
  return Object.values(draft.models).flatMap((model): readonly PlanLine[] => {
    const before = modelOf(base, model.id);
    if (!before) return [];
    const uid = uidOf(model);
    const known = lines.filter((line) => line.uid === uid);
    const quiet = (word: StepWord, attribute: string | null = null): PlanLine => ({
      word,
      values: { name: attribute ?? '', count: 0 },
      tone: 'plain',
      uid,
      attribute,
      examples: [],
      offersSettingAside: false,
    });
    const changed = model.fields.filter((field) => {
      const old = before.fields.find(({ id }) => id === field.id);
      return old && !isEqualJson(old.properties, field.properties);
    });
    const fields = changed
      .filter(({ name }) => !known.some(({ attribute }) => attribute === name))
      .map(({ name }) => quiet('settings', name));
    const hasStep = known.some(({ attribute }) => attribute === null);
    return [
      ...fields,
      ...(!hasStep && !isEqualJson(withoutFields(before), withoutFields(model))
        ? [quiet('typeSettings')]
        : []),
      ...(isReordered(before, model) ? [quiet('order')] : []),
    ];
  });
}

function withoutFields({ fields: _, ...rest }: DraftModel): Omit<DraftModel, 'fields'> {
  return rest;
}

function isReordered(before: DraftModel, after: DraftModel): boolean {
  const old = before.fields.map(({ id }) => id).filter((id) => hasField(after, id));
  const now = after.fields.map(({ id }) => id).filter((id) => hasField(before, id));
  return old.join() !== now.join();
}

function hasField({ fields }: DraftModel, id: string): boolean {
  return fields.some((field) => field.id === id);
}

function titleOf(uid: string, base: Draft, draft: Draft): string {
  const models = [...Object.values(draft.models), ...Object.values(base.models)];
  const model = models.find((each) => each.from === uid || uidOf(each) === uid);
  return model?.displayName ?? uid;
}
