// yup with the methods and types that Strapi adds to it.
import '../../../forms/not-type-message.ts';
import * as yup from 'yup';
import { isCamelCase, isKebabCase } from './strings.ts';
import { isNil, valueAt } from './values.ts';

/** An id: a string, or an integer from 0. */
class StrapiIDSchema extends yup.MixedSchema {
  constructor() {
    super({ type: 'strapiID' });
  }

  override _typeCheck(value: unknown): value is string | number {
    return typeof value === 'string' || (Number.isInteger(value) && Number(value) >= 0);
  }
}

yup.addMethod(yup.mixed, 'notNil', function notNil(message = '${path} must be defined.') {
  return this.test('defined', message, (value) => !isNil(value));
});
yup.addMethod(yup.mixed, 'notNull', function notNull(message = '${path} cannot be null.') {
  return this.test('defined', message, (value) => value !== null);
});
yup.addMethod(yup.mixed, 'isFunction', function isFunction(message = '${path} is not a function') {
  return this.test(
    'is a function',
    message,
    (value) => value === undefined || typeof value === 'function',
  );
});
yup.addMethod(
  yup.string,
  'isCamelCase',
  function camelCase(message = '${path} is not in camel case (anExampleOfCamelCase)') {
    return this.test('is in camelCase', message, (value) => !value || isCamelCase(value));
  },
);
yup.addMethod(
  yup.string,
  'isKebabCase',
  function kebabCase(message = '${path} is not in kebab case (an-example-of-kebab-case)') {
    return this.test('is in kebab-case', message, (value) => !value || isKebabCase(value));
  },
);
yup.addMethod(
  yup.object,
  'onlyContainsFunctions',
  function onlyContainsFunctions(message = '${path} contains values that are not functions') {
    return this.test('only contains functions', message, (value: unknown) => {
      const values = typeof value === 'object' && value !== null ? Object.values(value) : null;
      return value === undefined || (values?.every((each) => typeof each === 'function') ?? false);
    });
  },
);
yup.addMethod(
  yup.array,
  'uniqueProperty',
  function uniqueProperty(property: string, message: string) {
    return this.test('unique', message, function unique(list) {
      const values = (list ?? []).map((item: unknown) => valueAt(item, property));
      const errors = values.flatMap((value, i) => {
        if (values.indexOf(value) === values.lastIndexOf(value)) return [];
        return [this.createError({ path: `${this.path}[${i}].${property}`, message })];
      });
      if (errors.length > 0) throw new yup.ValidationError(errors);
      return true;
    });
  },
);

/** yup, with `strapiID`. */
export const strapiYup: typeof yup & {
  readonly StrapiIDSchema: typeof StrapiIDSchema;
  readonly strapiID: () => StrapiIDSchema;
} = { ...yup, StrapiIDSchema, strapiID: () => new StrapiIDSchema() };
