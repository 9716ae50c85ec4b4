// Plan of a content model change, as reported by the server.
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

/** A step with the affected stored values. */
export interface PlanStep {
  readonly kind: string;
  readonly uid: string;
  /** Null for a step of a model. */
  readonly attribute: string | null;
  /** Number of affected values, or null. */
  readonly count: number | null;
  /** Example values. */
  readonly examples: readonly string[];
  /** The step in the response. */
  readonly raw: JsonObject;
}

/** A possible rename, detected from a removal and an addition. */
export interface OfferedRename {
  readonly uid: string;
  readonly kind: 'attribute' | 'value' | 'model';
  /** Attribute of an enumeration value; null for other renames. */
  readonly attribute: string | null;
  readonly from: string;
  readonly to: string;
}

/** References to a removed or renamed part. */
export interface PlanImpact {
  readonly routes: readonly string[];
  readonly roles: readonly string[];
  /** Uids of types whose views refer to it. */
  readonly views: readonly string[];
  /** Lines of code, and files with hooks. */
  readonly code: readonly string[];
}

export interface Plan {
  readonly steps: readonly PlanStep[];
  /** True if the server rejects the change. */
  readonly isRejected: boolean;
  readonly offeredRenames: readonly OfferedRename[];
  readonly files: readonly ChangedFile[];
  readonly impact: PlanImpact;
}

/** A removed part that can be restored. */
export interface RetainedPart {
  readonly uid: string;
  /** Null for a whole model. */
  readonly attribute: string | null;
  /** Content of the schema file. */
  readonly properties: JsonObject;
  readonly attributes: readonly { readonly name: string; readonly properties: JsonObject }[];
}

/** Parses the response of `/admin/quoin/types/plan`. */
export function parsePlan(data: JsonObject): Plan {
  const impact = objectOf(data['impact']);
  return {
    steps: objectsOf(data['steps']).map(parseStep),
    isRejected: typeof data['rejection'] === 'string',
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

/** Parses the response of `/admin/quoin/types/removed`. */
export function parseRetained(raw: Json | undefined): readonly RetainedPart[] {
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

/** Values of an enumeration that are no longer allowed. */
export function removedValues(rule: Json | undefined): readonly string[] {
  return stringsOf(objectOf(rule)['removed']);
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
