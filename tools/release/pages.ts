import { relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { fromRoot } from '../setup/paths.mjs';

/**
 * Builds the pages into a folder.
 * @returns the places of the packages that went into them, sorted, such as `node_modules/react`
 */
export async function buildPages(outDir: string): Promise<string[]> {
  const places = new Set<string>();
  const record = (path: string) => {
    const place = toPlace(path);
    if (place !== undefined) places.add(place);
  };
  const recordPackages: Plugin = {
    name: 'record-packages',
    buildEnd() {
      for (const id of this.getModuleIds()) record(id);
    },
    generateBundle(_options, bundle) {
      // Fonts and pictures that a style names are no modules.
      for (const file of Object.values(bundle)) if (file.type === 'asset') file.originalFileNames.forEach(record);
    },
  };
  await build({
    root: fromRoot(),
    logLevel: 'warn',
    plugins: [recordPackages],
    build: { outDir, emptyOutDir: true },
  });
  return [...places].toSorted();
}

/** The package of a file by its path, from the root or whole: all up to the last folder of packages and the name behind it. */
function toPlace(id: string): string | undefined {
  const path = relative(fromRoot(), resolve(fromRoot(), id)).replaceAll('\\', '/');
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path)?.[0];
}
