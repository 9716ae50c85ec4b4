// Checks a password of an administrator that project code passes, with the rule of the forms.
import { onDemand } from '../../base/on-demand.ts';

const form = onDemand(async () => {
  const [yup, { adminPassword }, { checkForm }] = await Promise.all([
    import('yup'),
    import('../../auth/admin/form-fields.ts'),
    import('../../forms/check-form.ts'),
  ]);
  const shape = yup.object().shape({ password: adminPassword().required() }).required();
  return (password: unknown) => checkForm(shape, { password });
});

/** @throws ValidationError with all violated rules */
export async function checkPassword(password: unknown): Promise<string> {
  const check = await form();
  return (await check(password)).password;
}
