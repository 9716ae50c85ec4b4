// A field of the form: its control, connected to the store, and what is wrong with its value.
import { memo, useState, type ReactNode } from 'react';
import { useApi } from '../api/api.tsx';
import type { Json } from '../base/json.ts';
import { useT, type Translate } from '../base/words.tsx';
import { fieldKind } from '../fields/registry.ts';
import type { Issue } from '../model/issues.ts';
import type { LayoutField } from '../model/layout.ts';
import { Field } from '../ui/field.tsx';
import { useToast } from '../ui/toast.tsx';
import { useEntrySession, useEntryState, useFieldValue } from './session-context.tsx';

interface FieldViewProps {
  readonly field: LayoutField;
  readonly layout?: 'above' | 'beside';
}

/** One key in a field renders this alone. */
export const FieldView = memo(function FieldView({
  field,
  layout = 'above',
}: FieldViewProps): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { name, type, maxLength } = field.attribute;
  const value = useFieldValue(name);
  const issues = useIssues(field, value);
  const onGenerate = useGenerate(field);
  const [wasLeft, setLeft] = useState(false);
  const { Edit, isGroup } = fieldKind(type);
  const shown = wasLeft || issues.isForced ? issues.messages : [];
  return (
    <div id={fieldId(name)} onBlur={() => setLeft(true)}>
      <Field
        label={field.label}
        hint={field.description}
        issues={shown}
        layout={layout}
        note={noteOf(field, value, { t, maxLength })}
        {...(isGroup || isPicker(type) ? { role: 'group' } : {})}
      >
        {(control) => (
          <Edit
            field={field}
            value={value}
            control={control}
            isReadOnly={!session.form.isEditable(name)}
            onChange={(next) => session.edit(name, next)}
            onGenerate={onGenerate}
          />
        )}
      </Field>
    </div>
  );
});

/** Id of the element of a field, to which links lead. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** Moves the focus to a field. */
export function focusField(name: string): void {
  const element = document.querySelector(`#${CSS.escape(fieldId(name))}`);
  const control = element?.querySelector<HTMLElement>(
    'input, textarea, select, [tabindex], button',
  );
  element?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** What is wrong with a value; `isForced` says to show it although the field was not left yet. */
export function useIssues(
  { attribute: { name } }: LayoutField,
  value: Json,
): { readonly messages: readonly string[]; readonly isForced: boolean } {
  const t = useT();
  const { form } = useEntrySession();
  const showsFaults = useEntryState((state) => state.showsFaults);
  const fromServer = useEntryState((state) => state.serverIssues[name]);
  const found = form.isEditable(name)
    ? form.check(name, value, showsFaults ? 'publish' : 'draft')
    : [];
  return {
    messages: [
      ...found.map((issue) => messageOf(issue, t)),
      ...(fromServer ?? []).map((message) => ownMessage(message, t)),
    ],
    isForced: showsFaults || (fromServer?.length ?? 0) > 0,
  };
}

/** The server's message, or our words for one that editors see often. */
function ownMessage(message: string, t: Translate): string {
  return message === 'This attribute must be unique' ? t('issue.unique') : message;
}

/** Returns the message of an issue. */
export function messageOf({ kind, limit }: Issue, t: Translate): string {
  return t(`issue.${kind}`, { limit: limit ?? 0 });
}

/** Returns what makes a slug from its source; null for other fields. */
export function useGenerate(field: LayoutField | null): (() => void) | null {
  const { content } = useApi();
  const session = useEntrySession();
  const toast = useToast();
  if (field?.attribute.type !== 'uid' || field.attribute.targetField === null) return null;
  const { name } = field.attribute;
  const generate = async (): Promise<void> => {
    const { form, store, uid } = session;
    const slug = await content.generateUid(uid, name, form.body(store.current, form.editable));
    session.edit(name, slug);
  };
  return () => {
    generate().catch((error: unknown) => {
      if (error instanceof Error) toast({ text: error.message });
    });
  };
}

function noteOf(
  { attribute }: LayoutField,
  value: Json,
  { t, maxLength }: { readonly t: Translate; readonly maxLength: number | null },
): ReactNode {
  if (maxLength !== null && typeof value === 'string') {
    return t('field.length', { length: value.length, limit: maxLength });
  }
  return attribute.isRequired ? t('field.required') : undefined;
}

/** Controls of several parts, whose label cannot belong to one of them. */
function isPicker(type: string): boolean {
  return ['date', 'time', 'datetime'].includes(type);
}
