// Plan of a change of the content model, as the server reports it.
import {
  isJsonObject,
  numberOr,
  objectsOf,
  stringOr,
  stringsOf,
  type Json,
  type JsonObject,
} from '../../base/json.ts';
import type { ChangedFile } from './patch.ts';

/** A step with the stored values that it concerns. */
export interface PlanStep {
  readonly kind: string;
  readonly uid: string;
  /** Null for a step about a model. */
  readonly attribute: string | null;
  /** Number of values; null if it concerns none. */
  readonly count: number | null;
  /** Some of the values. */
  readonly examples: readonly string[];
  /** The step as the server has it. */
  readonly raw: JsonObject;
}

/** A rename that a removal and an addition may mean. */
export interface OfferedRename {
  readonly uid: string;
  readonly kind: 'attribute' | 'value' | 'model';
  /** Attribute whose value it is; null for other renames. */
  readonly attribute: string | null;
  readonly from: string;
  readonly to: string;
}

/** What names something that is removed or renamed. */
export interface PlanImpact {
  readonly routes: readonly string[];
  readonly roles: readonly string[];
  /** Uids of types whose views name it. */
  readonly views: readonly string[];
  /** Lines of code, and files with hooks. */
  readonly code: readonly string[];
}

/** A plan. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Whether the server would refuse the change. */
  readonly isRefused: boolean;
  readonly offeredRenames: readonly OfferedRename[];
  readonly files: readonly ChangedFile[];
  readonly impact: PlanImpact;
}

/** Something that was removed and can come back. */
export interface KeptPart {
  readonly uid: string;
  /** Null: the whole model. */
  readonly attribute: string | null;
  /** As in the schema file. */
  readonly properties: JsonObject;
  readonly attributes: readonly { readonly name: string; readonly properties: JsonObject }[];
}

/** Parses the answer of `/admin/quoin/types/plan`. */
export function parsePlan(data: JsonObject): Plan {
  const impact = objectOf(data['impact']);
  return {
    steps: objectsOf(data['steps']).map(parseStep),
    isRefused: typeof data['refusal'] === 'string',
    offeredRenames: objectsOf(data['offeredRenames']).map((raw) => ({
      uid: stringOr(raw['uid'], ''),
      kind: raw['kind'] === 'model' || raw['kind'] === 'value' ? raw['kind'] : 'attribute',
      attribute: textOrNull(raw['attribute']),
      from: stringOr(raw['from'], ''),
      to: stringOr(raw['to'], ''),
    })),
    files: objectsOf(data['files']).map(({ path, before, after }) => ({
      path: stringOr(path, ''),
      before: textOrNull(before),
      after: textOrNull(after),
    })),
    impact: {
      routes: objectsOf(impact['routes']).map(
        ({ method, path }) => `${stringOr(method, '')} ${stringOr(path, '')}`,
      ),
      roles: [...new Set(objectsOf(impact['roles']).map(({ name }) => stringOr(name, '')))],
      views: [...new Set(objectsOf(impact['views']).map(({ uid }) => stringOr(uid, '')))],
      code: [
        ...objectsOf(impact['hooks']).map(({ file }) => stringOr(file, '')),
        ...objectsOf(impact['code']).map(
          ({ file, line, text }) =>
            `${stringOr(file, '')}:${numberOr(line, 0)}  ${stringOr(text, '').trim()}`,
        ),
      ],
    },
  };
}

function parseStep({ step, count, examples }: JsonObject): PlanStep {
  const raw = objectOf(step);
  return {
    kind: stringOr(raw['kind'], ''),
    uid: stringOr(raw['uid'], ''),
    attribute: textOrNull(raw['attribute']) || null,
    count: typeof count === 'number' ? count : null,
    examples: objectsOf(examples).flatMap(({ value }) =>
      typeof value === 'string' && value !== '' ? [value] : [],
    ),
    raw,
  };
}

/** Parses the answer of `/admin/quoin/types/kept`. */
export function parseKept(raw: Json | undefined): readonly KeptPart[] {
  return objectsOf(raw).map((part) => ({
    uid: stringOr(part['uid'], ''),
    attribute: textOrNull(part['attribute']),
    properties: objectOf(part['properties']),
    attributes: objectsOf(part['attributes']).map(({ name, properties }) => ({
      name: stringOr(name, ''),
      properties: objectOf(properties),
    })),
  }));
}

/** Values of an enumeration that a rule no longer allows. */
export function removedValues(rule: Json | undefined): readonly string[] {
  return stringsOf(objectOf(rule)['removed']);
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
