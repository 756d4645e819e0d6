import { isIPv4, isIPv6 } from 'node:net';

/** What one client can easily hop within: an IPv4 address, or the /64 that an IPv6 customer owns. */
export function clientNetwork(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return `${expand(address).slice(0, 4).join(':')}::/64`;
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...back];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
