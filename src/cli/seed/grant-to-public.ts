// In charge of what the public role is allowed, as rows of the users-and-permissions plugin (docs/strapi/access.md,
// "Permissions").
import type { Documents } from '../../documents/document-collection.ts';
import { PERMISSION, ROLE } from '../../schema/built-in/uids.ts';
import { CommandError } from '../command-error.ts';

/** Allows the public role some actions, as far as it is not allowed them. @throws CommandError where there is no such role */
export async function grantToPublic(
  documents: Documents,
  actions: readonly string[],
): Promise<void> {
  if (actions.length === 0) return;
  const role = await documents(ROLE).findFirst({ filters: { type: 'public' } });
  if (!role) {
    throw new CommandError(
      'Nothing was seeded: the database has no role of the type "public". ' +
        'Remove "public" from the data.',
    );
  }
  for (const action of actions) {
    const permissions = documents(PERMISSION);
    const has = await permissions.findFirst({ filters: { action, role: { id: role.id } } });
    if (!has) await permissions.create({ data: { action, role: role.id } });
  }
}
