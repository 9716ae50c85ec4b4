// Message of yup for a value of another type, without its advice for developers.
import { setLocale } from 'yup';
import locale from 'yup/lib/locale.js';

const { notType } = locale.mixed;

if (typeof notType === 'function') {
  const withoutAdvice = (params: Parameters<typeof notType>[0]): unknown =>
    String(notType(params)).replace(/\n If "null" .*$/s, '');
  setLocale({ mixed: { notType: withoutAdvice } });
}
