import { isIP } from 'node:net';
import { isHostname, isPort } from '#contract/web-addresses.ts';

/** Both ends are included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** A private or unencrypted target that the operator allows. */
export type AllowedTarget =
  | { readonly kind: 'host'; readonly host: string; readonly port?: number }
  | { readonly kind: 'network'; readonly address: string; readonly prefix: number };

/** Parses `443,44300-44399`; undefined where an entry is neither a port nor a range. */
export function parsePortRanges(text: string): PortRange[] | undefined {
  return parseEach(text, (entry) => {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? [];
    const range = { from: Number(from), to: Number(to) };
    return from !== '' && isPort(range.from) && isPort(range.to) && range.from <= range.to ? range : undefined;
  });
}

/** Parses `sap.example:44300,10.1.0.0/16`; undefined where an entry is no host, host with port or network. */
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

/** The URL's host for comparisons: lower case, IPv6 without brackets, no trailing dot. */
export function toPlainHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The URL's port or the default port of its protocol. */
export function toPort({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
