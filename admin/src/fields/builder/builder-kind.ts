// Contribution of a field kind to the type builder: its name and options. Defined in options.ts next to the kind, in a
// separate module because lists and forms do not need it.
import type { ComponentType } from 'react';
import type { JsonObject } from '../../base/json.ts';
import type { MessageKey } from '../../base/i18n.tsx';
import type { Draft, DraftField, DraftModel, OutsideType } from '../../model/types/draft.ts';
import type { Icon } from '../../ui/icons.tsx';

export interface OptionProps {
  readonly draft: Draft;
  readonly model: DraftModel;
  readonly field: DraftField;
  /** Types that cannot be changed, but can be targets of relations. */
  readonly outside: readonly OutsideType[];
  readonly isReadOnly: boolean;
  /** Changes the attribute. @param input Input being edited; its keystrokes are undone as one change */
  readonly onChange: (part: Partial<DraftField>, input?: string) => void;
  /** Changes other parts of the draft. */
  readonly onEdit: (edit: (draft: Draft) => Draft) => void;
  readonly newId: () => string;
}

/** An option of an attribute. */
export type BuilderOption =
  /** Boolean option. */
  | {
      readonly input: 'switch';
      readonly key: string;
      readonly label: MessageKey;
      readonly hint?: MessageKey;
    }
  | {
      readonly input: 'number' | 'text';
      readonly key: string;
      readonly label: MessageKey;
      readonly hint?: MessageKey;
    }
  /** Default value, with the input type. */
  | { readonly input: 'default'; readonly of: DefaultInput }
  /** True if the attribute is localized. */
  | { readonly input: 'localized' }
  | { readonly input: 'control'; readonly Control: ComponentType<OptionProps> };

/** Input type of a default value. */
export type DefaultInput =
  | 'text'
  | 'number'
  | 'biginteger'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime';

/** A field kind in the type builder. */
export interface BuilderKind {
  /** The attribute type. */
  readonly kind: string;
  readonly name: MessageKey;
  /** Description. */
  readonly hint: MessageKey;
  readonly icon: Icon;
  /** Properties of a new attribute, in addition to its type. */
  readonly initial: JsonObject;
  readonly options: readonly BuilderOption[];
  /** True if components may contain it. */
  readonly isInComponents: boolean;
  /** Scalars can be converted to each other, other kinds only to themselves. */
  readonly isScalar: boolean;
}
