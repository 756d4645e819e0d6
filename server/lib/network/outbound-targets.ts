import { isIP } from 'node:net';
import { isHostname, isPort } from '#contract/web-addresses.ts';

/** Both ends belong to it. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** What the operator lets the portal call although it is private, and without encryption. */
export type AllowedTarget =
  | { readonly kind: 'host'; readonly host: string; readonly port?: number }
  | { readonly kind: 'network'; readonly address: string; readonly prefix: number };

/** `443,44300-44399` as ranges; undefined where an entry is neither a port nor a range of ports. */
export function parsePortRanges(text: string): PortRange[] | undefined {
  return parseEach(text, (entry) => {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? [];
    const range = { from: Number(from), to: Number(to) };
    return from !== '' && isPort(range.from) && isPort(range.to) && range.from <= range.to ? range : undefined;
  });
}

/** `sap.example:44300,10.1.0.0/16` as targets; undefined where an entry is no host, host with port or network. */
export function parseAllowedTargets(text: string): AllowedTarget[] | undefined {
  return parseEach(text, (entry) => (entry.includes('/') ? parseNetwork(entry) : parseHost(entry)));
}

function parseEach<T>(text: string, parse: (entry: string) => T | undefined): T[] | undefined {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const parsed = entries.flatMap((entry) => parse(entry) ?? []);
  return parsed.length === entries.length ? parsed : undefined;
}

function parseNetwork(entry: string): AllowedTarget | undefined {
  const [, address = '', digits = ''] = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  const prefix = Number(digits);
  const version = isIP(address);
  return version !== 0 && prefix <= (version === 4 ? 32 : 128) ? { kind: 'network', address, prefix } : undefined;
}

function parseHost(entry: string): AllowedTarget | undefined {
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (!isHostname(host) || (port !== undefined && !isPort(Number(port)))) return undefined;
  const named = { kind: 'host', host: toPlainHost(new URL(`https://${host}`)) } as const;
  return port === undefined ? named : { ...named, port: Number(port) };
}

/** The host of an address as rules compare it: lower case, an IPv6 address without brackets, no dot at the end. */
export function toPlainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The port that an address is called at, also where it does not say. */
export function toPort({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
