// In charge of the settings of uploads, as the administrator keeps them: one object in Strapi's key-value table
// (docs/strapi/media.md, "Images").
import { isJsonObject } from '../base/json.ts';
import { coreStoreValue } from '../storage/core-store.ts';
import type { Reading } from '../storage/database.ts';

export const UPLOAD_SETTINGS = 'plugin_upload_settings';

/** What is done with pictures. */
export interface UploadSettings {
  /** They are written anew with less quality, and kept so where that is smaller. */
  readonly sizeOptimization: boolean;
  /** Smaller formats are made beside the thumbnail. */
  readonly responsiveDimensions: boolean;
  /** They are turned as their EXIF mark says. */
  readonly autoOrientation: boolean;
}

/** The settings; what is not there is as in a new database. */
export function* readUploadSettings(): Reading<UploadSettings> {
  const stored = yield* coreStoreValue(UPLOAD_SETTINGS);
  const settings = isJsonObject(stored) ? stored : {};
  return {
    sizeOptimization: settings['sizeOptimization'] !== false,
    responsiveDimensions: settings['responsiveDimensions'] !== false,
    autoOrientation: settings['autoOrientation'] === true,
  };
}
