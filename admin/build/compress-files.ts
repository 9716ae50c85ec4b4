// Vite plugin: writes a brotli and a gzip version next to each text file of the build.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg)$/;

/** Smaller files are sent as they are: the saving is less than a header. */
const SMALLEST = 1000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Returns the plugin. */
export function compressFiles(): Plugin {
  return {
    name: 'quoin-compress-files',
    apply: 'build',
    writeBundle: {
      async handler({ dir }) {
        if (dir === undefined) return;
        const names = await readdir(dir, { recursive: true });
        await Promise.all(
          names.filter((name) => TEXT.test(name)).map((name) => compress(path.join(dir, name))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    writeFile(`${file}.br`, await compressBrotli(content, { params })),
    writeFile(`${file}.gz`, await compressGzip(content, { level: 9 })),
  ]);
}
