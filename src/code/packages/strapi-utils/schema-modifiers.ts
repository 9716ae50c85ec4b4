// Functions that modify schemas of zod.

/** The methods of schemas that are used. */
interface Schema {
  optional(): Schema;
  nonoptional(): Schema;
  readonly(): Schema;
  default(value: unknown): Schema;
  min(value: number): Schema;
  max(value: number): Schema;
}

type Modifier = (schema: Schema) => Schema;

export const schemaModifiers = {
  /** Makes a schema optional unless `isRequired` is true. */
  maybeRequired:
    (isRequired?: boolean): Modifier =>
    (schema) =>
      isRequired === true ? schema.nonoptional() : schema.optional(),
  /** Makes a schema read-only if `isWritable` is false. */
  maybeReadonly:
    (isWritable?: boolean): Modifier =>
    (schema) =>
      isWritable === false ? schema.readonly() : schema,
  /** Adds a default: a value, or a function that returns one. */
  maybeWithDefault:
    (value?: unknown): Modifier =>
    (schema) => {
      if (value === undefined) return schema;
      return schema.default(typeof value === 'function' ? (value() as unknown) : value);
    },
  /** Adds limits if both are given. */
  maybeWithMinMax:
    (min?: number, max?: number): Modifier =>
    (schema) =>
      min === undefined || max === undefined ? schema : schema.min(min).max(max),
  /** Applies modifiers in order. */
  augmentSchema: (schema: Schema, modifiers: readonly Modifier[]): Schema =>
    modifiers.reduce((modified, modify) => modify(modified), schema),
};
