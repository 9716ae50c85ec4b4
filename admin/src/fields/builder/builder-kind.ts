// What a field kind contributes to the type builder: its name and options. Each is in the folder of the kind
// (options.ts), apart from the kind itself, because lists and forms do not need it.
import type { ComponentType } from 'react';
import type { JsonObject } from '../../base/json.ts';
import type { WordKey } from '../../base/words.tsx';
import type { Draft, DraftField, DraftModel, OutsideType } from '../../model/types/draft.ts';
import type { Icon } from '../../ui/icons.tsx';

/** Props of a control that a kind brings along. */
export interface OptionProps {
  readonly draft: Draft;
  readonly model: DraftModel;
  readonly field: DraftField;
  /** Types that cannot be changed, but that relations may lead to. */
  readonly outside: readonly OutsideType[];
  readonly isReadOnly: boolean;
  /** Changes the attribute. @param input What is typed into: its keys are undone together */
  readonly onChange: (part: Partial<DraftField>, input?: string) => void;
  /** Changes more than the attribute. */
  readonly onEdit: (edit: (draft: Draft) => Draft) => void;
  readonly newId: () => string;
}

/** An option of a field. */
export type BuilderOption =
  /** On or off. */
  | {
      readonly input: 'switch';
      readonly key: string;
      readonly label: WordKey;
      readonly hint?: WordKey;
    }
  | {
      readonly input: 'number' | 'text';
      readonly key: string;
      readonly label: WordKey;
      readonly hint?: WordKey;
    }
  /** The value of a new entry, as this type of input. */
  | { readonly input: 'default'; readonly of: DefaultInput }
  /** Whether each locale has a value of its own. */
  | { readonly input: 'localized' }
  | { readonly input: 'control'; readonly Control: ComponentType<OptionProps> };

/** How a default value is typed. */
export type DefaultInput =
  | 'text'
  | 'number'
  | 'biginteger'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime';

/** A kind in the type builder. */
export interface BuilderKind {
  /** The attribute type. */
  readonly kind: string;
  readonly name: WordKey;
  /** What it is for. */
  readonly hint: WordKey;
  readonly icon: Icon;
  /** Properties of a new attribute, besides its type. */
  readonly initial: JsonObject;
  readonly options: readonly BuilderOption[];
  /** Whether components may have it. */
  readonly isInComponents: boolean;
  /** Scalars convert to each other; other kinds only to themselves. */
  readonly isScalar: boolean;
}
