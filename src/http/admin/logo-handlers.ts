// Handlers of the logos of the admin panel (docs/strapi/administration.md, "Logos"). Imported on demand.
import { invalidInput, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { LOGOS, type LogoName, type Logos } from '../../media/logos.ts';
import { receiveFile, type ReceivedFile } from '../../media/received-file.ts';
import type { Staging, StagingFolder } from '../../media/staging.ts';
import type { FileHandler } from '../../base/http-message.ts';
import { isForm, readBody, type BodyLimits } from '../body/request-bodies.ts';
import { json } from '../response/response.ts';
import type { AdminRoute } from '../routing/route.ts';

export interface LogoHandlerDependencies {
  readonly logos: Logos;
  readonly staging: Staging;
  readonly bodies: BodyLimits;
}

/** Returns the handler that stores and removes logos. */
export function logoHandler({
  logos,
  staging,
  bodies,
}: LogoHandlerDependencies): AdminRoute['handler'] {
  return ({ raw }) =>
    staging.use(async (folder) => {
      if (!isForm(raw))
        throw invalidInput([], 'Invalid input: expected object, received undefined');
      const form = await readForm(raw, bodies, folder);
      const changes = new Map<LogoName, ReceivedFile | null>([
        ...removedIn(form.body),
        ...form.files,
      ]);
      return json(showLogos(await logos.change(changes, folder)));
    });
}

/** Logos as the panel shows them. @param settings The stored setting */
export function showLogos(settings: JsonObject | null): JsonObject {
  return Object.fromEntries(LOGOS.map((name) => [name, showLogo(settings?.[name])]));
}

/** An empty object is what Strapi stores for a logo that was never set. */
function showLogo(logo: unknown): JsonObject | null {
  if (!isJsonObject(logo)) return null;
  const names = ['name', 'url', 'width', 'height', 'ext', 'size'];
  return Object.fromEntries(Object.entries(logo).filter(([name]) => names.includes(name)));
}

interface LogoForm {
  readonly files: ReadonlyMap<LogoName, ReceivedFile>;
  readonly body: unknown;
}

/** @throws ValidationError for a file in another field */
async function readForm(
  request: Parameters<typeof readBody>[0],
  limits: BodyLimits,
  folder: StagingFolder,
): Promise<LogoForm> {
  const files = new Map<LogoName, ReceivedFile>();
  const onFile: FileHandler = async ({ field, name, type, stream }, signal) => {
    const logo = LOGOS.find((each) => each === field);
    if (!logo) throw unknownKey(field);
    if (files.has(logo)) {
      throw invalidInput([logo], 'Invalid input: expected object, received array');
    }
    files.set(logo, await receiveFile(stream, { path: folder.newFile(), name, type }, signal));
  };
  const body = await readBody(request, limits, { onFile });
  return { files, body };
}

/** Logos that a text field removes. @throws ValidationError */
function removedIn(body: unknown): readonly (readonly [LogoName, null])[] {
  if (body === undefined || body === null) return [];
  if (!isJsonObject(body)) throw validationError('The body must be an object');
  return Object.entries(body).flatMap(([key, value]) => {
    const logo = LOGOS.find((each) => each === key);
    if (!logo) throw unknownKey(key);
    if (value !== null && typeof value !== 'string') {
      throw invalidInput([key], `Invalid input: expected string, received ${kindOf(value)}`);
    }
    return value === null ? [] : [[logo, null] as const];
  });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function unknownKey(key: string): Error {
  return invalidInput([], `Unrecognized key: "${key}"`);
}
