// Message of yup for a value of another type, without its advice for developers. Values are printed with a limit, since their
// indentation can be much longer than the body.
import { setLocale } from 'yup';
import locale from 'yup/lib/locale.js';
import { typeError } from '../base/type-error.ts';

const { notType } = locale.mixed;

if (typeof notType === 'function') {
  setLocale({
    mixed: {
      notType: ({ path, type, value, originalValue }: Parameters<typeof notType>[0]): string =>
        typeError(path, type, { value, original: originalValue }),
    },
  });
}
