import { existsSync } from 'node:fs';

/** The file that a bundle has in its folder; a checkout and an image have none, and start their commands by npm. */
export const bundleStarter = 'steward.mjs';

const isBundle = existsSync(new URL(`../../${bundleStarter}`, import.meta.url));

/** Other beginnings than `npm run NAME`. */
const byNpm: Readonly<Record<string, string>> = { start: 'npm start', log: 'npm run -s log' };

/** A command as its operator types it, by its name in package.json: `npm run backup -- --prune`, in a bundle `./steward backup --prune`. */
export function toCommandLine(name: string, args = '', inBundle = isBundle): string {
  const line = inBundle ? `./steward ${name}` : (byNpm[name] ?? `npm run ${name}`);
  if (args === '') return line;
  return inBundle ? `${line} ${args}` : `${line} -- ${args}`;
}
