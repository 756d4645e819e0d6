import { installWithApt } from './apt.mjs';
import { findOnPath } from './browser.mjs';

/**
 * Programs that operators run beside the portal and tests try it with, and their packages in Debian. Where one is missing, its tests
 * are skipped, except in CI, which installs it.
 */
const packages = {
  nginx: 'nginx',
  haproxy: 'haproxy',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  unzip: 'unzip',
};

/** Installs in CI what is missing. */
export async function ensurePrograms() {
  if (!process.env.CI) return;
  const missing = Object.entries(packages).filter(([program]) => findOnPath([program]) === undefined);
  await installWithApt(missing.map(([, name]) => name));
}
