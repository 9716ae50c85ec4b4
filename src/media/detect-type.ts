// Detects the type of a file from its first bytes, independent of its name, as Strapi does. Text has none.
import { fileTypeFromBuffer } from 'file-type';

/** @param head The first bytes of the file @returns null if they begin no known format */
export async function detectType(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    // Damaged files end where the format does not allow it.
    return null;
  }
}
