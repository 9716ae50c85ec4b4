// Installs Strapi before the tests of a run.
import { installStrapi } from '../../scripts/strapi.mjs';

export function setup(): void {
  installStrapi();
}
