// Component fields, single or repeatable.
import type { ReactNode } from 'react';
import { isJsonObject, objectsOf } from '../../base/json.ts';
import { itemsOf } from '../../model/components.ts';
import { checkCount, checkRequired } from '../../model/issues.ts';
import type { Attribute } from '../../model/schema.ts';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { loadedControl, useLoadedControl } from '../loaded-control.ts';
import { FieldSkeleton } from '../field-skeleton.tsx';
import {
  carryItems,
  hasFaults,
  itemBody,
  parseItem,
  textOfItem,
  type ComponentContext,
} from './component-value.ts';

const editor = loadedControl(async () => (await import('./component-editor.tsx')).ComponentEditor);

/** Returns the field kind of a single or repeatable component. */
export function componentKind(attribute: Attribute, context: ComponentContext): FieldKind {
  const parts = { attribute, context };
  return {
    kind: attribute.type,
    isEditable: true,
    isGroup: true,
    isStructured: true,
    parse(raw) {
      if (attribute.isMultiple)
        return objectsOf(raw).map((each) => parseItem(each, attribute, context));
      return isJsonObject(raw) ? parseItem(raw, attribute, context) : null;
    },
    toBody(value, before) {
      const stored = itemsOf(before);
      const items = itemsOf(value).map((item) => itemBody(item, stored, parts));
      return attribute.isMultiple ? items : (items[0] ?? null);
    },
    carry: (shown, saved) => carryItems(shown, saved, parts),
    check(value, _, when) {
      const items = itemsOf(value);
      const own = attribute.isMultiple
        ? checkCount(items.length, attribute, when)
        : checkRequired(value === null, attribute, when);
      return items.some((item) => hasFaults(item, when, parts))
        ? [...own, { kind: 'inside' }]
        : own;
    },
    text: (value, tag) =>
      itemsOf(value)
        .map((item) => textOfItem(item, tag, parts))
        .filter(Boolean)
        .join('\n\n'),
    filter: null,
    Edit: ComponentControl,
  };
}

function ComponentControl(props: EditProps): ReactNode {
  const Editor = useLoadedControl(editor);
  return Editor ? <Editor {...props} /> : <FieldSkeleton {...props} />;
}
