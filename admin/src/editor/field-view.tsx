// Field of a form: connects a control to the store, and shows issues.
import { memo, useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Json } from '../base/json.ts';
import { useT, type Translate } from '../base/i18n.tsx';
import { useOwner } from '../fields/field-host.ts';
import { itemsOf } from '../model/components.ts';
import type { Path } from '../model/document.ts';
import type { CheckTime, Issue } from '../model/issues.ts';
import type { LayoutField } from '../model/layout.ts';
import { Field } from '../ui/field.tsx';
import { ComparedField } from './compared-field.tsx';
import { useEntrySession, useEntryState, useShape, useValue } from './session-context.tsx';
import { useGenerate } from './use-generate.ts';

interface FieldViewProps {
  readonly field: LayoutField;
  readonly layout?: 'above' | 'beside';
}

/** A field of the surrounding entry or component. */
export const FieldView = memo(function FieldView(props: FieldViewProps): ReactNode {
  const { form } = useEntrySession();
  const { isStructured } = form.kindOf(props.field.attribute);
  return isStructured ? <StructuredField {...props} /> : <PlainField {...props} />;
});

/** Rerenders for changes of this field only. */
function PlainField(props: FieldViewProps): ReactNode {
  const path = usePath(props.field);
  const value = useValue(path);
  return (
    <ConnectedField {...props} path={path} value={value} note={lengthOf(props.field, value)} />
  );
}

/** Components: a change of an inner field does not rerender the list. */
function StructuredField(props: FieldViewProps): ReactNode {
  const path = usePath(props.field);
  const shape = useShape(path);
  const count = Array.isArray(shape) ? itemsOf(shape).length : 0;
  return <ConnectedField {...props} path={path} value={shape} note={null} count={count} />;
}

interface ConnectedFieldProps extends FieldViewProps {
  readonly path: Path;
  readonly value: Json;
  /** Shown next to the label, or null. */
  readonly note: string | null;
  /** Number of items; default: none. */
  readonly count?: number;
}

function ConnectedField({
  field,
  path,
  value,
  note,
  count = 0,
  layout = 'above',
}: ConnectedFieldProps): ReactNode {
  const t = useT();
  const session = useEntrySession();
  const { attribute } = field;
  const issues = useIssues(field, path);
  const onGenerate = useGenerate(field, path);
  const [wasLeft, setLeft] = useState(false);
  const { Edit, isGroup, isEditable } = session.form.kindOf(attribute);
  const shown = wasLeft || issues.isForced ? issues.messages : [];
  const connected = (
    <div id={fieldId(path)} onBlur={() => setLeft(true)}>
      <Field
        label={field.label}
        hint={field.description}
        issues={shown}
        layout={layout}
        count={count}
        note={note ?? (attribute.isRequired ? t('field.required') : undefined)}
        {...(isGroup || isPicker(attribute.type) ? { role: 'group' } : {})}
      >
        {(control) => (
          <Edit
            field={field}
            value={value}
            control={control}
            isReadOnly={
              !session.form.isEditable(String(path[0])) || !isEditable || !field.isEditable
            }
            onChange={(next) => session.edit(path, next)}
            onGenerate={onGenerate}
          />
        )}
      </Field>
    </div>
  );
  // The comparison shows fields inside components together with the component.
  return path.length === 1 ? <ComparedField field={field}>{connected}</ComparedField> : connected;
}

/** Returns the path of a field of the surrounding entry or component. */
function usePath({ attribute: { name } }: LayoutField): Path {
  const { path } = useOwner();
  return useMemo(() => [...path, name], [path, name]);
}

/** Returns the element id of a field, for links. */
export function fieldId(path: Path): string {
  return `field-${path.join('-')}`;
}

/** Focuses a field. */
export function focusField(name: string): void {
  const element = document.querySelector(`#${CSS.escape(fieldId([name]))}`);
  const control = element?.querySelector<HTMLElement>(
    'input, textarea, select, [contenteditable=true], [tabindex], button',
  );
  element?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** Returns the issues of a value. `isForced` shows them before the field loses the focus. */
export function useIssues(
  { attribute }: LayoutField,
  path: Path,
): { readonly messages: readonly string[]; readonly isForced: boolean } {
  const t = useT();
  const { form, store } = useEntrySession();
  const showsFaults = useEntryState((state) => state.showsFaults);
  const fromServer = useEntryState((state) => state.serverIssues[path.join('.')]);
  const when: CheckTime = showsFaults ? 'publish' : 'draft';
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(path, notify),
    [store, path],
  );
  // Compared as a string, so that equal issues do not rerender.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      form.isEditable(String(path[0]))
        ? form.kindOf(attribute).check(store.read(path), attribute, when)
        : [],
    ),
  );
  // Issues inside a component are shown at the inner field.
  const found = (JSON.parse(text) as readonly Issue[]).filter(({ kind }) => kind !== 'inside');
  return {
    messages: [
      ...found.map((issue) => messageOf(issue, t)),
      ...(fromServer ?? []).map((message) => ownMessage(message, t)),
    ],
    isForced: showsFaults || (fromServer?.length ?? 0) > 0,
  };
}

/** Returns the message of the server, or a translation for frequent ones. */
function ownMessage(message: string, t: Translate): string {
  return message === 'This attribute must be unique' ? t('issue.unique') : message;
}

/** Returns the message of an issue. */
export function messageOf({ kind, limit }: Issue, t: Translate): string {
  return t(`issue.${kind}`, { limit: limit ?? 0 });
}

/** Returns the used part of the maximum length; null without one. */
function lengthOf({ attribute: { maxLength } }: LayoutField, value: Json): string | null {
  return maxLength !== null && typeof value === 'string' ? `${value.length} / ${maxLength}` : null;
}

/** Controls with several parts, which need a group label. */
function isPicker(type: string): boolean {
  return ['date', 'time', 'datetime'].includes(type);
}
