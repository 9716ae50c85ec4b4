// Upload settings, stored as one object in Strapi's key-value table (docs/strapi/media.md, "Images").
import { isJsonObject } from '../base/json.ts';
import { coreStoreValue } from '../storage/settings/core-store.ts';
import type { ReadSteps } from '../storage/session.ts';

export const UPLOAD_SETTINGS = 'plugin_upload_settings';

/** How images are processed. */
export interface UploadSettings {
  /** If true, images are encoded with a lower quality, and the result is kept if it is smaller. */
  readonly sizeOptimization: boolean;
  /** If true, smaller formats are created in addition to the thumbnail. */
  readonly responsiveDimensions: boolean;
  /** If true, images are rotated by their EXIF orientation. */
  readonly autoOrientation: boolean;
}

/** Returns the settings; missing ones have the values of a new database. */
export function* readUploadSettings(): ReadSteps<UploadSettings> {
  const stored = yield* coreStoreValue(UPLOAD_SETTINGS);
  const settings = isJsonObject(stored) ? stored : {};
  return {
    sizeOptimization: settings['sizeOptimization'] !== false,
    responsiveDimensions: settings['responsiveDimensions'] !== false,
    autoOrientation: settings['autoOrientation'] === true,
  };
}
