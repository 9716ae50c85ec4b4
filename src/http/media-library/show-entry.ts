// Files and folders as the admin API shows them (docs/strapi/media.md, "Administrators").
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** Attributes of the administrator who created a file. */
const CREATOR = ['id', 'firstname', 'lastname', 'username', 'email', 'isActive'];

/** A file in a list, or alone. */
export function showFile(entry: JsonObject): JsonObject {
  return { ...showRow(entry), isUrlSigned: false };
}

/** A file or a folder without additions. */
export function showRow(entry: JsonObject): JsonObject {
  const { folder, parent, createdBy, ...own } = entry;
  return {
    ...own,
    // A list with `fields` has no other attributes.
    ...('publishedAt' in own ? { locale: null } : {}),
    ...(createdBy === undefined ? {} : { createdBy: showCreator(createdBy) }),
    ...(folder === undefined ? {} : { folder: isJsonObject(folder) ? showRow(folder) : null }),
    ...(parent === undefined ? {} : { parent: isJsonObject(parent) ? showRow(parent) : null }),
  };
}

function showCreator(creator: JsonObject[string]): JsonObject | null {
  if (!isJsonObject(creator)) return null;
  return Object.fromEntries(CREATOR.map((name) => [name, creator[name] ?? null]));
}
