// Validates a draft before it is sent, by the rules of the server.
import { modelOf, typeOf, type Draft, type DraftField, type DraftModel } from './draft.ts';
import { enumIssue, valuesIn } from './enum-values.ts';
import { fieldNameIssue, modelIssues, type NameIssue, type ReservedNames } from './names.ts';
import { componentsIn } from './parse-draft.ts';

/** An issue in the settings of an attribute. */
export type FieldIssue = 'target' | 'component' | 'values' | 'limits' | 'lengths' | 'regex';

export interface DraftIssue {
  readonly modelId: string;
  /** Null for an issue of the model itself. */
  readonly fieldId: string | null;
}

/** Returns the issues of changed models. */
export function draftIssues(
  base: Draft,
  draft: Draft,
  reserved: ReservedNames,
): readonly DraftIssue[] {
  return Object.values(draft.models).flatMap((model): readonly DraftIssue[] => {
    // Unchanged models were validated by the server.
    const before = modelOf(base, model.id);
    if (before === model) return [];
    const names: readonly NameIssue[] = Object.values(modelIssues(model, draft, reserved));
    const own = names.some((issue) => issue !== null) || hasNothing(model);
    const fields = model.fields
      .filter((field) => before?.fields.find(({ id }) => id === field.id) !== field)
      .filter(
        (field) =>
          fieldNameIssue(field.name, model, { reserved, id: field.id }) !== null ||
          fieldIssues(field).length > 0,
      );
    return [
      ...(own ? [{ modelId: model.id, fieldId: null }] : []),
      ...fields.map(({ id }) => ({ modelId: model.id, fieldId: id })),
    ];
  });
}

/** A component must have attributes. */
function hasNothing({ kind, fields }: DraftModel): boolean {
  return kind === 'component' && fields.length === 0;
}

/** Checks the settings of an attribute. */
export function fieldIssues(field: DraftField): readonly FieldIssue[] {
  const { properties } = field;
  const isGiven = (key: string): boolean => (properties[key] ?? '') !== '';
  const isCrossed = (min: string, max: string): boolean =>
    isGiven(min) && isGiven(max) && Number(properties[max]) < Number(properties[min]);
  const type = typeOf(field);
  const isMorph = String(properties['relation']).startsWith('morph');
  return [
    ...(type === 'relation' && !isMorph && !isGiven('target') ? (['target'] as const) : []),
    ...((type === 'component' || type === 'dynamiczone') &&
    componentsIn(properties).filter(Boolean).length === 0
      ? (['component'] as const)
      : []),
    ...(type === 'enumeration' && enumIssue(valuesIn(field)) !== null ? (['values'] as const) : []),
    ...(isCrossed('min', 'max') ? (['limits'] as const) : []),
    ...(isCrossed('minLength', 'maxLength') ? (['lengths'] as const) : []),
    ...(isGiven('regex') && !isRegex(String(properties['regex'])) ? (['regex'] as const) : []),
  ];
}

function isRegex(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
