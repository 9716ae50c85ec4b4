// Ids in forms. Imported on demand, with the forms.
import { BaseSchema } from 'yup';
import './not-type-message.ts';

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
