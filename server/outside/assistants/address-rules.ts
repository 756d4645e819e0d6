import { BlockList, isIP } from 'node:net';
import { isWebAddress } from '#contract/web-addresses.ts';
import { toPlainHost, toPort, type AllowedTarget, type PortRange } from '../../lib/network/outbound-targets.ts';

export interface OutboundRules {
  readonly ports: readonly PortRange[];
  /** Hosts and networks of the operator: may be private, and called without encryption. */
  readonly allowed: readonly AllowedTarget[];
  /** The host of the portal's own address, which never calls itself. */
  readonly ownHost: string;
}

/** Address that is allowed before its host is looked up; the addresses of the host are judged afterwards. */
export interface Candidate {
  readonly url: URL;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether the operator lists this very host. */
  readonly isListed: boolean;
}

/**
 * IPv4 that is not global unicast, by the registry of special addresses (RFC 6890 and after), and Azure's address for
 * the host of a virtual machine, which hands out secrets though it looks public.
 */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** All of IPv6 that is handed out for the internet … */
const global6 = ['2000::/3'];
/** … but for protocols, documentation, and what carries an IPv4 address inside (Teredo in the first, 6to4). */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const forbidden = toBlockList([...special4, ...special6]);
const handedOut6 = toBlockList(global6);

/** Whether an address is one of the internet: no loopback, private, local, mapped, tunnelled or reserved one. */
export function isGlobalUnicast(address: string): boolean {
  const version = isIP(address);
  // A zone names a network of this machine.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !forbidden.check(address, 'ipv4');
  return handedOut6.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
}

export function createAddressRules({ ports, allowed, ownHost }: OutboundRules) {
  const hosts = allowed.flatMap((target) => (target.kind === 'host' ? target : []));
  const networks = toBlockList(
    allowed.flatMap((target) => (target.kind === 'network' ? `${target.address}/${target.prefix}` : [])),
  );
  const isInside = (address: string) => networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const isUsualPort = (port: number) => ports.some(({ from, to }) => port >= from && port <= to);
  return {
    /** Why an address is refused, as far as its words alone tell; an answer about its host would make the test a scanner. */
    findFault(text: string): 'port' | 'unencrypted' | undefined {
      if (!isWebAddress(text) || !URL.canParse(text)) return undefined;
      const url = new URL(text);
      const port = toPort(url);
      if (url.protocol === 'http:') return 'unencrypted';
      return isUsualPort(port) || hosts.some((each) => each.port === port) ? undefined : 'port';
    },
    /** Undefined for what is refused by its words alone. */
    toCandidate(text: string): Candidate | undefined {
      if (!isWebAddress(text) || !URL.canParse(text)) return undefined;
      const url = new URL(text);
      const host = toPlainHost(url);
      const port = toPort(url);
      const listings = hosts.filter((each) => each.host === host && (each.port ?? port) === port);
      const isListedWithPort = listings.some((each) => each.port === port);
      if (!isListedWithPort && (!isUsualPort(port) || host === ownHost)) return undefined;
      return { url, host, port, isListed: listings.length > 0 };
    },
    /** One forbidden address forbids the host, because the connection may use any of its addresses. */
    mayConnect({ url, isListed }: Candidate, addresses: readonly string[]): boolean {
      if (addresses.length === 0) return false;
      const isOperators = isListed || addresses.every(isInside);
      if (url.protocol !== 'https:' && !isOperators) return false;
      return isListed || addresses.every((address) => isGlobalUnicast(address) || isInside(address));
    },
  };
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/', 2);
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
