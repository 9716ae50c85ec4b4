// Reads and checks the options of `populate`: `count`, `on`, a nested `populate`, and what polymorphic attributes accept.
import { validationError, type AppError } from '../../base/errors.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { unwrap, type Deferred } from '../deferred.ts';
import type {
  Fragments,
  Populate,
  PopulateOption,
  PopulateOptions,
  PopulateValue,
} from '../params.ts';
import type { PlanContext } from './context.ts';
import { invalidQueryKey } from './names.ts';

/** Empty options. */
export const NO_OPTIONS: PopulateOptions = { list: [], text: '{}' };

/** True if the number of rows is requested instead of the rows. */
export function isCounted({ list }: PopulateOptions): boolean {
  return list.some((option) => option.option === 'count' && option.flag === true);
}

/** The value of `on`; an `on` without a value is ignored. */
export function fragmentsOf({ list }: PopulateOptions): Fragments {
  return list.find((option) => option.option === 'on')?.on ?? { form: 'none' };
}

/** The nested `populate`; one without a value is ignored. */
export function nestedOf({ list }: PopulateOptions): Populate {
  const nested = list.find((option) => option.option === 'populate');
  return nested ? unwrap(nested.populate) : { form: 'none' };
}

/** The options of an entry that is neither a flag nor `*`. Invalid ones are a deferred error. */
export function optionsOf(context: PlanContext, value: PopulateValue): PopulateOptions {
  if (value.form === 'options') return value.options;
  context.deferForm(validationError("Invalid nested populate. Expected '*' or an object"));
  return NO_OPTIONS;
}

/** The value as JSON, for messages. */
export function textOfValue(value: PopulateValue): string {
  if (value.form === 'options') return value.options.text;
  return value.form === 'invalid' ? value.text : '"*"';
}

/** Rejects options of a polymorphic attribute other than `*`, `count` and `on`. */
export function rejectZoneOptions(
  context: PlanContext,
  model: Model,
  { attribute, options }: { readonly attribute: Attribute; readonly options: PopulateOptions },
): void {
  const isOther = ({ option }: PopulateOption): boolean =>
    option !== 'populate' && option !== 'count' && option !== 'on';
  if (options.list.some(isOther)) {
    context.deferForm(invalidZoneOptions(model, attribute.name, options.text));
  }
}

/** Rejects a nested `populate` of a polymorphic attribute other than `*`. @throws ValidationError */
export function rejectPopulate(trail: string, options: PopulateOptions): void {
  const isOpen = options.list.every(
    (item) => item.option !== 'populate' || isNoneOrAll(item.populate),
  );
  if (!isOpen) throw invalidQueryKey('populate', trail, 'populate');
}

function isNoneOrAll(populate: Deferred<Populate>): boolean {
  return 'value' in populate && ['none', 'all'].includes(populate.value.form);
}

/** The error for options of a polymorphic attribute, which accepts only `on` and `count`. @param text The options as JSON */
export function invalidZoneOptions(model: Model, name: string, text: string): AppError {
  return validationError(
    `Invalid nested populate for ${model.singularName}.${name} (${model.uid}). ` +
      `Expected a fragment ("on") or "count" but found ${text}`,
  );
}
