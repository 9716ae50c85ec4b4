// Dynamic zones: lists of different components.
import type { Attribute } from '../../model/schema.ts';
import { componentKind } from '../component/component.tsx';
import type { ComponentContext } from '../component/component-value.ts';
import type { FieldKind } from '../field-kind.ts';

/** Returns the field kind of a dynamic zone, whose items contain their component uid. */
export function dynamicZoneKind(attribute: Attribute, context: ComponentContext): FieldKind {
  return componentKind({ ...attribute, component: null, isMultiple: true }, context);
}
