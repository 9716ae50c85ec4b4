// `quoin admin`: creates and lists administrators and resets their passwords in the project's database, which is
// created if it does not exist.
import { createAdministrators } from '../../app/accounts/administrators.ts';
import { tablesOf } from '../../app/store.ts';
import type { AdminAccounts } from '../../auth/admin/admin-accounts.ts';
import { isActive } from '../../auth/admin/admin-authenticator.ts';
import type { AdminRegistration } from '../../auth/admin/sign-in-forms.ts';
import type { AdminUser } from '../../auth/admin/admin-users.ts';
import { AppError } from '../../base/errors.ts';
import { CommandError } from '../command-error.ts';
import { askPassword, type PasswordInput } from './password.ts';
import { withStore } from '../with-store.ts';

/** Values of `quoin admin create`. */
export interface AdminOptions {
  readonly email: string;
  readonly firstname?: string;
  readonly lastname?: string;
  /** Code or name. */
  readonly role?: string;
  readonly password?: string;
}

/** Creates an administrator. @throws CommandError for invalid values */
export async function createAdmin(folder: string, options: AdminOptions): Promise<void> {
  const { role = 'super-admin' } = options;
  const email = options.email.trim().toLowerCase();
  const firstname = (options.firstname ?? email.split('@')[0] ?? '').trim();
  const lastname = options.lastname ?? null;
  await withAccounts(folder, async (accounts) => {
    const password = await askPassword(options.password);
    const input = await checked({ email, firstname, lastname, password: password.plain });
    const admin = await accounts.create(input, role);
    const [{ name } = { name: role }] = admin.roles;
    console.log(`Created administrator ${admin.email} (${name}).`);
    show(password);
  });
}

/** Prints a line for each administrator. */
export async function listAdmins(folder: string): Promise<void> {
  await withAccounts(folder, async (accounts) => {
    const all = await accounts.list();
    if (all.length === 0) {
      console.log(
        'There are no administrators. Create one with: quoin admin create --email me@example.com',
      );
    }
    for (const admin of all) console.log(describe(admin));
  });
}

/** Resets the password of an administrator. @throws CommandError if the administrator does not exist */
export async function resetAdminPassword(
  folder: string,
  options: { readonly email: string; readonly password?: string },
): Promise<void> {
  const email = options.email.trim().toLowerCase();
  await withAccounts(folder, async (accounts) => {
    const isTaken = (await accounts.list()).some((admin) => admin.email === email);
    if (!isTaken) throw unknownAdmin(email);
    const password = await askPassword(options.password);
    await checked({ email: 'someone@example.com', firstname: 'someone', password: password.plain });
    if (!(await accounts.resetPassword(email, password.plain))) throw unknownAdmin(email);
    console.log(`${email} has a new password. All sessions are closed.`);
    show(password);
  });
}

function show({ plain, isGenerated }: PasswordInput): void {
  if (!isGenerated) return;
  console.log('The password is not shown again:');
  console.log(plain);
}

/** Checks the values with the form of a registration, and reports all errors in one message. @throws CommandError */
async function checked(input: AdminRegistration): Promise<AdminRegistration> {
  const { checkRegistration } = await import('../../auth/admin/sign-in-forms.ts');
  try {
    return await checkRegistration(input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.details?.['errors'];
    const messages = Array.isArray(issues)
      ? issues.map((issue: { readonly message: string }) => `The ${issue.message}.`)
      : [`${error.message}.`];
    throw new CommandError(messages.join('\n'), { cause: error });
  }
}

function withAccounts(
  folder: string,
  work: (accounts: AdminAccounts) => Promise<void>,
): Promise<void> {
  return withStore(folder, (store, project) =>
    work(createAdministrators(project, store, { tables: tablesOf(store) }).accounts),
  );
}

function describe(admin: AdminUser): string {
  const { id, email, firstname, lastname, roles } = admin;
  const name = [firstname, lastname].filter(Boolean).join(' ');
  const may = roles.map((role) => role.name).join(', ') || 'no role';
  return `${String(id).padStart(4)}  ${email.padEnd(32)} ${name.padEnd(24)} ${may}${isActive(admin) ? '' : ', not active'}`;
}

function unknownAdmin(email: string): CommandError {
  return new CommandError(`There is no administrator ${email}. List them with: quoin admin list`);
}
