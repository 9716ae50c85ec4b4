// In charge of having Strapi installed before any test of a run begins.
import { installStrapi } from '../../scripts/strapi.mjs';

export function setup(): void {
  installStrapi();
}
