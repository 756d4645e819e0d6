import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** @param host as it is typed, or as a URL has it */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Read at start, so that a wrong file is reported then. */
export function readCertificates(file: string): string | undefined {
  try {
    const pem = readFileSync(file, 'utf8');
    return new X509Certificate(pem).raw.length > 0 ? pem : undefined;
  } catch {
    return undefined;
  }
}

/** The whole path of a file with certificates, because commands run in folders of their own. */
export const findCertificates = (file: string): string | undefined =>
  readCertificates(file) === undefined ? undefined : resolve(file);

/** Parses `Name <address>` or a bare address. */
export function toMailbox(value: string): { name: string; address: string } {
  const [, name = '', address = value] = /^(.*?)\s*<([^<>]+)>$/.exec(value) ?? [];
  return { name: name.replaceAll('"', '').trim(), address: address.trim() };
}

/** The host of a URL that a browser can open for a listening address. */
export function urlHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
