// Attributes of schemas: `Schema.Attribute.String & Schema.Attribute.Required`.

/** An attribute. The type of its values is known to the compiler only. */
export interface Attribute<TKind extends Kind = Kind> {
  type: TKind;
  pluginOptions?: object;
  searchable?: boolean;
  conditions?: object;
  column?: object;
}

export type Kind =
  | 'string'
  | 'text'
  | 'richtext'
  | 'email'
  | 'password'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'uid'
  | 'enumeration'
  | 'boolean'
  | 'json'
  | 'media'
  | 'relation'
  | 'component'
  | 'dynamiczone'
  | 'blocks';

export type OfType<T extends Kind> = Attribute<T>;
export type AnyAttribute = Attribute;

/** What all attributes of a kind may say. */
interface Options {
  required?: boolean;
  private?: boolean;
  configurable?: boolean;
  writable?: boolean;
  visible?: boolean;
  unique?: boolean;
  default?: unknown;
}

type Of<TKind extends Kind> = Attribute<TKind> & Options;
type Lengths = { minLength?: number; maxLength?: number };
type Range<T> = { min?: T; max?: T };

export type String = Of<'string'> & Lengths & { regex?: unknown };
export type Text = Of<'text'> & Lengths & { regex?: unknown };
export type RichText = Of<'richtext'> & Lengths;
export type Email = Of<'email'> & Lengths;
export type Password = Of<'password'> & Lengths;
export type UID<TTarget extends string | undefined = undefined, TOptions = object> = Of<'uid'> &
  Lengths & { targetField?: TTarget; options?: TOptions };
export type Date = Of<'date'>;
export type Time = Of<'time'>;
export type DateTime = Of<'datetime'>;
export type Timestamp = Of<'timestamp'>;
export type Integer = Of<'integer'> & Range<number>;
export type BigInteger = Of<'biginteger'> & Range<string>;
export type Float = Of<'float'> & Range<number>;
export type Decimal = Of<'decimal'> & Range<number>;
export type Boolean = Of<'boolean'>;
export type JSON = Of<'json'>;
export type Blocks = Of<'blocks'>;
export type Enumeration<TValues extends readonly string[] = readonly string[]> =
  Of<'enumeration'> & { enum: TValues; enumName?: string };
export type Media<
  TKind extends 'images' | 'files' | 'videos' | 'audios' | undefined = undefined,
  TMultiple extends boolean = false,
> = Of<'media'> & { allowedTypes?: TKind | TKind[]; multiple?: TMultiple };
export type Relation<
  TKind extends RelationKind = RelationKind,
  TTarget extends string = string,
> = Of<'relation'> & {
  relation: TKind;
  target?: TTarget;
  inversedBy?: string;
  mappedBy?: string;
};
export type RelationKind =
  | 'oneToOne'
  | 'oneToMany'
  | 'manyToOne'
  | 'manyToMany'
  | 'morphOne'
  | 'morphMany'
  | 'morphToOne'
  | 'morphToMany';
export type Component<
  TComponent extends string = string,
  TRepeatable extends boolean = boolean,
> = Of<'component'> & Range<number> & { component: TComponent; repeatable?: TRepeatable };
export type DynamicZone<TComponents extends readonly string[] = readonly string[]> =
  Of<'dynamiczone'> & Range<number> & { components: TComponents };

export type Required = { required: true };
export type NonRequired = { required: false };
export type Private = { private: true };
export type NonPrivate = { private: false };
export type Unique = { unique: true };
export type NonUnique = { unique: false };
export type Configurable = { configurable: true };
export type NonConfigurable = { configurable: false };
export type Writable = { writable: true };
export type NonWritable = { writable: false };
export type Visible = { visible: true };
export type NonVisible = { visible: false };
export type CustomField<TKind extends string, TOptions extends object | undefined = undefined> = {
  customField: TKind;
  options?: TOptions;
};
export type SetMinMax<TConfig extends Range<TType>, TType = number> = TConfig;
export type SetMinMaxLength<TConfig extends Lengths> = TConfig;
export type SetPluginOptions<TConfig extends object = object> = { pluginOptions?: TConfig };
export type DefaultTo<T> = { default: T };

/** The type of an attribute's values. */
export type Value<T> = T extends { type: infer TKind }
  ? TKind extends 'string' | 'text' | 'richtext' | 'email' | 'password' | 'uid'
    ? string
    : TKind extends 'date' | 'time' | 'datetime' | 'timestamp' | 'biginteger'
      ? any
      : TKind extends 'integer' | 'float' | 'decimal'
        ? number
        : TKind extends 'boolean'
          ? boolean
          : T extends { type: 'enumeration'; enum: infer TValues extends readonly string[] }
            ? TValues[number]
            : any
  : any;
