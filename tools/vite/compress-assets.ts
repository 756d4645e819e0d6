import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** index.html is not among them: the server writes a nonce into it for every answer. */
const TEXT_ASSET = /\.(?:js|css|svg|json|webmanifest|txt|xml|map)$/;

/** Below this the headers outweigh what compression saves. */
const SMALLEST_WORTHWHILE_BYTES = 1024;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST_WORTHWHILE_BYTES) {
    return;
  }
  const [brotli, gzipped] = await Promise.all([
    brotliAsync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gzipAsync(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

/** Writes `.br` and `.gz` beside every text asset, so that the server compresses nothing while it answers. */
export function compressAssets(): Plugin {
  let outDir = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(outDir, { recursive: true });
        await Promise.all(
          names.filter((name) => TEXT_ASSET.test(name)).map((name) => compressFile(join(outDir, name))),
        );
      },
    },
  };
}
