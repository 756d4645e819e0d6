import { isIP } from 'node:net';

/**
 * Whether a `Host` can be the portal's own: the name of its public address, this machine's, or an IP address. Any other name may
 * be of a site that lets it lead here (DNS rebinding), which it cannot do with an address or a name without a dot.
 */
export function isOwnHost(host: string | null | undefined, publicUrl?: string): boolean {
  const hostname = findHostname(host);
  if (hostname === undefined) return false;
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (isAddress || !hostname.includes('.') || hostname.endsWith('.localhost')) return true;
  return publicUrl !== undefined && hostname === new URL(publicUrl).hostname;
}

function findHostname(host: string | null | undefined): string | undefined {
  const address = `http://${host ?? ''}`;
  if (!host || !URL.canParse(address)) return undefined;
  const { hostname, pathname, username } = new URL(address);
  return pathname === '/' && username === '' ? hostname : undefined;
}
