// Service `image-manipulation`: names and dimensions of images. Uploads create smaller formats themselves.
import { inspectImage, isResizable, type Image } from '../../../media/image.ts';
import { toHash } from '../../../media/file-name.ts';
import { notAvailable } from '../../strapi/not-available.ts';
import type { Service } from '../../strapi/strapi.ts';

/** An image on disk. */
interface ImageFile {
  readonly filepath?: string;
  readonly path?: string;
}

const OPTIMIZABLE: readonly string[] = ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'];

/** Creates the service. */
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
    generateFileName: (name: string) => toHash(name, ''),
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
