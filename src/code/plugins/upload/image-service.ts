// Service `image-manipulation`: names and dimensions of images. Uploads create smaller formats themselves.
import { randomBytes } from 'node:crypto';
import { inspectImage, isResizable, type Image } from '../../../media/image.ts';
import { nameToSlug } from '../../packages/strapi-utils/strings.ts';
import { notAvailable } from '../../strapi/not-available.ts';
import type { Service } from '../../strapi/strapi.ts';

/** An image on disk. */
interface ImageFile {
  readonly filepath?: string;
  readonly path?: string;
}

const OPTIMIZABLE: readonly string[] = ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'];

export function imageService(): Service {
  const imageOf = async ({ filepath, path }: ImageFile): Promise<Image | null> => {
    const file = filepath ?? path;
    return file === undefined ? null : inspectImage(file);
  };
  const unavailable = (name: string) => (): never => {
    const service = `plugin('upload').service('image-manipulation').${name}`;
    throw notAvailable(service, "strapi.plugin('upload').service('upload').upload");
  };
  return {
    /** A slug with a random suffix. */
    generateFileName: (name: string): string =>
      `${nameToSlug(name, { separator: '_', lowercase: false })}_${randomBytes(5).toString('hex')}`,
    async getDimensions(file: ImageFile) {
      const image = await imageOf(file);
      return { width: image?.width ?? null, height: image?.height ?? null };
    },
    isImage: async (file: ImageFile) => (await imageOf(file)) !== null,
    isFaultyImage: async (file: ImageFile) => (await imageOf(file)) === null,
    async isOptimizableImage(file: ImageFile): Promise<boolean> {
      const image = await imageOf(file);
      return image !== null && OPTIMIZABLE.includes(image.format);
    },
    async isResizableImage(file: ImageFile): Promise<boolean> {
      const image = await imageOf(file);
      return image !== null && isResizable(image);
    },
    generateThumbnail: unavailable('generateThumbnail'),
    generateResponsiveFormats: unavailable('generateResponsiveFormats'),
    optimize: unavailable('optimize'),
  };
}
