// Quoin serving a site whose content-types change meanwhile.
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { HostedModelChanges } from '../../src/app/model-changes/hosted-model-changes.ts';
import { LiveApp } from '../../src/app/live-app.ts';
import { openProject } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore } from '../../src/app/store.ts';
import { ADA } from '../support/admin.ts';
import { JsonClient } from '../support/json-client.ts';
import type { Site } from './sites.ts';

/** Changes content-types and components, with the batched request of the content-type builder. */
export type Update = (data: object) => Promise<void>;

/** Starts Quoin on a site. @param token Of the content API */
export async function withLiveQuoin<T>(
  site: Site,
  token: string,
  work: (update: Update, content: JsonClient) => Promise<T>,
): Promise<T> {
  const project = await openProject(site.folder, { environment: { ...site.database } });
  const changes = new HostedModelChanges(true);
  const app = await createApp(project, await openStore(project), { changes });
  const variables = { ...process.env, ...site.database };
  const live = await LiveApp.open({ project, app }, { variables, changes });
  try {
    await live.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = live.server.server.address() as AddressInfo;
    const admin = new JsonClient({ port }, await signIn({ port }));
    const update: Update = async (data) => {
      const response = await admin.send('POST', '/content-type-builder/update-schema', { data });
      expect([response.status, response.body]).toEqual([200, {}]);
    };
    return await work(update, new JsonClient({ port }, token));
  } finally {
    await live.close();
    for (const name of Object.keys(site.database)) delete process.env[name];
  }
}

/** Registers the administrator, or signs in. */
async function signIn(server: { readonly port: number }): Promise<string> {
  const anyone = new JsonClient(server, null);
  const registered = await anyone.send('POST', '/admin/register-admin', ADA);
  const { email, password } = ADA;
  const { body } =
    registered.status === 200
      ? registered
      : await anyone.send('POST', '/admin/login', { email, password });
  return (body as { readonly data: { readonly token: string } }).data.token;
}
