// Registries of the vendored projects: kitchen, and `names` with long, unusual and morph names.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInDefinitions } from '../../src/schema/built-in/definitions.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import type { Registry } from '../../src/schema/registry.ts';
import type { RawDefinition } from '../../src/schema/types.ts';

const test = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** A file under `test/`. */
export function vendored(...parts: readonly string[]): string {
  return path.join(test, ...parts);
}

/** The registry of project kitchen with the built-in types; `more` changes or adds definitions. */
export function kitchenRegistry(more: readonly RawDefinition[] = []): Registry {
  return defineRegistry([...builtInDefinitions, ...kitchenDefinitions(), ...more]);
}

/** The schema files of project kitchen. */
export function kitchenDefinitions(): readonly RawDefinition[] {
  const source = vendored('conformance', 'projects', 'kitchen', 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => {
      const [kind, folder = '', ...rest] = file.split(path.sep);
      const name = path.basename(
        rest.at(-1) === 'schema.json' ? (rest.at(-2) ?? '') : (rest.at(-1) ?? ''),
        '.json',
      );
      const json: unknown = JSON.parse(readFileSync(path.join(source, file), 'utf8'));
      return definition(
        kind === 'components' ? `${folder}.${name}` : `api::${folder}.${name}`,
        json,
      );
    });
}

/** The registry of the project whose names are long, odd, or both. */
export function namesRegistry(): Registry {
  const schemas = JSON.parse(
    readFileSync(vendored('vendor', 'storage', 'names.schemas.json'), 'utf8'),
  ) as {
    readonly contentTypes: Readonly<Record<string, unknown>>;
    readonly components: Readonly<Record<string, unknown>>;
  };
  return defineRegistry([
    ...builtInDefinitions,
    ...Object.entries({ ...schemas.contentTypes, ...schemas.components }).map(([uid, json]) =>
      definition(uid, json),
    ),
  ]);
}

/** A definition as the project reader would give it. */
export function definition(uid: string, json: unknown): RawDefinition {
  const modelType = uid.includes('::') ? 'contentType' : 'component';
  return { modelType, uid, origin: 'api', file: `src/${uid}.json`, json };
}
