import { isIPv4 } from 'node:net';
import { clientNetwork } from './client-network.ts';

/** The first three numbers of an address, `203.0.113.*` or `2001:db8:1:*`; null for what is no address. */
export function shortenAddress(ip: string): string | null {
  const network = clientNetwork(ip);
  if (network === 'unknown') return null;
  const separator = isIPv4(network) ? '.' : ':';
  return [...network.split(separator).slice(0, 3), '*'].join(separator);
}
