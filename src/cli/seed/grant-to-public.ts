// Grants actions to the public role (docs/strapi/access.md, "Permissions").
import type { Documents } from '../../documents/document-collection.ts';
import { PERMISSION, ROLE } from '../../schema/built-in/uids.ts';
import { CommandError } from '../command-error.ts';

/** Grants missing actions to the public role. @throws CommandError if the role does not exist */
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
