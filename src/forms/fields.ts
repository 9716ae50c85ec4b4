// Fields of forms: text and ids. Imported on demand, with the forms.
import { BaseSchema, string, type StringSchema } from 'yup';
import './not-type-message.ts';

/** A text. It rejects the NUL character, which not all databases can store. */
export function plainText(): StringSchema {
  return string().test(
    'no-nul',
    '${path} must not contain NUL characters',
    (value) => typeof value !== 'string' || !value.includes('\0'),
  );
}

/** A row id or a documentId. */
class IdSchema extends BaseSchema<string | number> {
  constructor() {
    super({ type: 'strapiID' });
  }

  protected override _typeCheck(value: unknown): value is string | number {
    return typeof value === 'string' || (Number.isInteger(value) && Number(value) >= 0);
  }
}

/** A whole number from 0 on, or a text. */
export function idField(): BaseSchema<string | number> {
  return new IdSchema();
}
