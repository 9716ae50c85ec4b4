// Steps of a change of the content model, as data.
import type { ScalarType } from '../../schema/types.ts';
import type { Column } from '../../storage/layout/table.ts';
import type { AttributeStorage } from '../attribute-storage.ts';

/** A step. Names of tables and columns are those at its time. */
export type Step =
  /** A new table. */
  | { readonly kind: 'createTable'; readonly uid: string; readonly table: string }
  /** A new attribute with its own storage. */
  | {
      readonly kind: 'addAttribute';
      readonly uid: string;
      readonly attribute: string;
      readonly storage: AttributeStorage;
    }
  /** The values of an attribute move to another name. */
  | {
      readonly kind: 'move';
      readonly why: 'rename' | 'setAside' | 'restore';
      readonly uid: string;
      readonly attribute: string;
      readonly from: AttributeStorage;
      readonly to: AttributeStorage;
    }
  /** An attribute has a new name, also in permissions and views. */
  | {
      readonly kind: 'renameAttribute';
      readonly uid: string;
      readonly from: string;
      readonly attribute: string;
    }
  /** An attribute is removed, and its values are kept. */
  | {
      readonly kind: 'keepAttribute';
      readonly uid: string;
      readonly attribute: string;
      readonly storage: AttributeStorage;
    }
  /** Retained values are served again. */
  | {
      readonly kind: 'restoreAttribute';
      readonly uid: string;
      readonly attribute: string;
      readonly storage: AttributeStorage;
    }
  /** A content-type or component is removed, and its rows are kept. */
  | { readonly kind: 'keepModel'; readonly uid: string; readonly table: string }
  /** Retained rows are served again. */
  | { readonly kind: 'restoreModel'; readonly uid: string; readonly table: string }
  /** A content-type or component has a new uid. */
  | { readonly kind: 'renameModel'; readonly from: string; readonly uid: string }
  /** Rows that name a uid name the new one. */
  | {
      readonly kind: 'renameUid';
      readonly uid: string;
      readonly from: string;
      readonly table: string;
      readonly column: string;
    }
  /** A value of an enumeration has a new name. */
  | {
      readonly kind: 'renameValues';
      readonly uid: string;
      readonly attribute: string;
      readonly table: string;
      readonly column: string;
      readonly values: readonly (readonly [from: string, to: string])[];
    }
  /** An attribute has another type. */
  | {
      readonly kind: 'convert';
      readonly uid: string;
      readonly attribute: string;
      readonly table: string;
      /** The new column. */
      readonly column: Column;
      readonly from: ScalarType;
      readonly to: ScalarType;
      /** Column for values that do not fit; null if these reject the change. */
      readonly setAsideColumn: string | null;
    }
  /** Values that were set aside are served again. */
  | {
      readonly kind: 'restoreSetAside';
      readonly uid: string;
      readonly attribute: string;
      readonly table: string;
      readonly from: string;
      readonly to: string;
    }
  /** Drafts or locales are enabled or disabled. */
  | {
      readonly kind: 'switchOption';
      readonly uid: string;
      readonly option: 'drafts' | 'locales';
      readonly on: boolean;
    }
  /** A collection becomes a single type, which has at most one document. */
  | { readonly kind: 'makeSingle'; readonly uid: string; readonly table: string }
  /** An attribute accepts one value instead of several. The others are stored, but not served. */
  | {
      readonly kind: 'limitToOne';
      readonly uid: string;
      readonly attribute: string;
      readonly storage: AttributeStorage;
    }
  /** A dynamic zone takes fewer components. Stored rows of the others are served as before. */
  | {
      readonly kind: 'narrowZone';
      readonly uid: string;
      readonly attribute: string;
      readonly table: string;
      readonly field: string;
      readonly components: readonly string[];
    }
  /** A stricter rule. Stored values that break it are served as before. */
  | {
      readonly kind: 'tighten';
      readonly uid: string;
      readonly attribute: string;
      readonly rule: Rule;
      readonly table: string;
      readonly column: string;
    };

/** A rule of an attribute that stored values can break. */
export type Rule =
  | { readonly name: 'required' | 'unique' }
  | { readonly name: 'min' | 'max' | 'minLength' | 'maxLength'; readonly limit: number }
  | { readonly name: 'enum'; readonly removed: readonly string[] };

/** Values of a removed attribute or model. */
export interface RetainedValues {
  /** Unique among all kept values. */
  readonly key: number;
  readonly uid: string;
  /** Null for a content-type or component. */
  readonly attribute: string | null;
  readonly form: string;
  readonly storage: AttributeStorage;
  /** The attribute or model in its schema file. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Attributes of a model with their storage; empty for an attribute. */
  readonly attributes: readonly {
    readonly name: string;
    readonly form: string | null;
    readonly storage: AttributeStorage | null;
    readonly raw: Readonly<Record<string, unknown>>;
  }[];
}

/** A planned change. */
export interface ChangePlan {
  readonly steps: readonly Step[];
  /** All kept values after the change. */
  readonly retained: readonly RetainedValues[];
}

/** Name of retained values that were moved to make room for others. */
export function retainedName(key: number): string {
  return `quoin_kept_${key}`;
}
