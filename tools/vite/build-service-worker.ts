import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

type WorkerBuild = { root: string; outDir: string; source: string; assets: string[]; version: string };

async function buildWorker({ root, outDir, source, assets, version }: WorkerBuild): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __HASHED_ASSETS__: JSON.stringify(assets), __BUILD_VERSION__: JSON.stringify(version) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}

/**
 * Builds the service worker apart from the pages, as the one classic script `/service-worker.js`.
 *
 * The worker sees two constants: `__HASHED_ASSETS__`, the paths of every hashed file of this build
 * (`/assets/…`), and `__BUILD_VERSION__`, which changes when any of them or index.html changes.
 */
export function buildServiceWorker(sourcePath: string): Plugin {
  let root = '';
  let outDir = '';
  let assets: string[] = [];
  return {
    name: 'build-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      assets = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`)
        .toSorted();
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const source = join(root, sourcePath);
        if (!existsSync(source) || assets.length === 0) {
          return;
        }
        const page = await readFile(join(outDir, 'index.html'), 'utf8');
        const version = createHash('sha256').update(page).update(assets.join('\n')).digest('hex').slice(0, 12);
        await buildWorker({ root, outDir, source, assets, version });
      },
    },
  };
}
