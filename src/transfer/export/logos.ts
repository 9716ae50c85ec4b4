// Logos of Strapi's admin panel, which are not in the media library: their bytes are embedded in the setting that
// names them (measured on Strapi 5.54.0).
import { buffer } from 'node:stream/consumers';
import { isRecord } from '../../schema/raw.ts';
import { PROJECT_SETTINGS } from '../../storage/settings/core-store.ts';
import type { ConfigurationLine } from '../archive/lines.ts';
import type { ExportedFile } from './asset-lines.ts';
import type { OpenAsset } from './write-assets.ts';

const LOGOS = ['menuLogo', 'authLogo'] as const;

/** Maximum size of a logo in bytes; of larger files only the name is exported. */
const MAX_BYTES = 10_000_000;

/** Embeds the bytes of logos into settings. */
export async function withLogos(
  lines: readonly ConfigurationLine[],
  open: OpenAsset,
): Promise<readonly ConfigurationLine[]> {
  return Promise.all(
    lines.map(async (line): Promise<ConfigurationLine> => {
      if (line.type !== 'core-store' || line.value.key !== PROJECT_SETTINGS) return line;
      const { value: settings } = line.value;
      if (!isRecord(settings)) return line;
      const logos = await Promise.all(
        LOGOS.map(async (name) => [name, await withBytes(settings[name], open)] as const),
      );
      const value = { ...settings, ...Object.fromEntries(logos) };
      return { ...line, value: { ...line.value, value } };
    }),
  );
}

async function withBytes(logo: unknown, open: OpenAsset): Promise<unknown> {
  if (!isRecord(logo) || typeof logo['url'] !== 'string') return logo;
  const { hash, ext, provider, url } = logo;
  const asset: ExportedFile = {
    name: `${String(hash)}${typeof ext === 'string' ? ext : ''}`,
    metadata: {},
    provider: typeof provider === 'string' ? provider : 'local',
    url,
  };
  const bytes = await open(asset);
  if (bytes === null) return logo;
  if (bytes.size > MAX_BYTES) {
    bytes.stream.destroy();
    return logo;
  }
  return { ...logo, __transferBuffer: (await buffer(bytes.stream)).toString('base64') };
}
