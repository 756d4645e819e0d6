export const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https://');

/**
 * The name of a cookie: over https with the prefix by which browsers refuse it from other hosts of the domain and from
 * http. Browsers take no such cookie over http, where the portal runs on a developer's machine.
 */
export function toCookieName(publicUrl: string, name: string): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name;
}
