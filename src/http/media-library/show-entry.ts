// Converts files and folders to the format of the admin API (docs/strapi/media.md, "Administrators").
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** Attributes of the administrator who created a file. */
const CREATOR = ['id', 'firstname', 'lastname', 'username', 'email', 'isActive'];

/** Returns a file with its folder and creator. */
export function showFile(entry: JsonObject): JsonObject {
  return { ...showRow(entry), isUrlSigned: false };
}

/** Returns a file or folder without relations. */
export function showRow(entry: JsonObject): JsonObject {
  const { folder, parent, createdBy, ...own } = entry;
  return {
    ...own,
    // With `fields`, other attributes are absent.
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
