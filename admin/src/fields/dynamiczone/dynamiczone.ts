// Dynamic zone: a list of components of several kinds.
import type { Attribute } from '../../model/schema.ts';
import { componentKind } from '../component/component.tsx';
import type { ComponentContext } from '../component/component-value.ts';
import type { FieldKind } from '../field-kind.ts';

/** Returns the kind of a dynamic zone: its items name their components. */
export function dynamicZoneKind(attribute: Attribute, context: ComponentContext): FieldKind {
  return componentKind({ ...attribute, component: null, isMultiple: true }, context);
}
