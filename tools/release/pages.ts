import { build, type Plugin } from 'vite';
import { fromRoot } from '../setup/paths.mjs';

/**
 * Builds the pages into a folder.
 * @returns the places of the packages that went into them, sorted, such as `node_modules/react`
 */
export async function buildPages(outDir: string): Promise<string[]> {
  const places = new Set<string>();
  const recordPackages: Plugin = {
    name: 'record-packages',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const place = toPlace(id);
        if (place !== undefined) places.add(place);
      }
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

/** The package of a module by its path: all up to the last folder of packages and the name behind it. */
function toPlace(id: string): string | undefined {
  const path = id.replaceAll('\\', '/');
  const root = `${fromRoot().replaceAll('\\', '/')}/`;
  const own = path.slice(path.indexOf(root) + root.length);
  return path.includes(root) ? /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(own)?.[0] : undefined;
}
