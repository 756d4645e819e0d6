import { isIPv4, isIPv6 } from 'node:net';

/** The IPv4 address or the IPv6 /64, because one client can use all addresses of a /64. */
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
