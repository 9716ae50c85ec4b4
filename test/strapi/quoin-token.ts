// API tokens in databases of Quoin.
import { openProject } from '../../src/app/project.ts';
import { tablesOf, type Store } from '../../src/app/store.ts';
import { ApiTokens } from '../../src/auth/api-tokens/api-tokens.ts';
import { allowAll } from '../../src/auth/permissions.ts';

/** Creates a full-access token. @returns its plain key */
export async function makeQuoinToken(folder: string, store: Store): Promise<string> {
  const { config } = await openProject(folder, { environment: {} });
  const tokens = new ApiTokens({
    database: store.database,
    tables: tablesOf(store),
    secrets: { salt: config.admin.apiTokenSalt, encryptionKey: null },
    actions: new Set(),
  });
  const { plain } = await tokens.create(
    { name: 'both ways', type: 'full-access' },
    allowAll,
    'number',
  );
  return plain;
}
