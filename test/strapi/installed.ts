// In charge of having Strapi installed before any test of a run begins.
import { installStrapi } from './strapi-server.ts';

export async function setup(): Promise<void> {
  await installStrapi();
}
