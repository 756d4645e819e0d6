import { formatBytes } from '#web/lib/numbers.ts';

const somewhere = 'https://portal.invalid';

/** A path of the portal. Parsed as browsers do, because they take `//a` and `/\\a` for another host. */
export const isOwnPath = (address: string) =>
  address.startsWith('/') && URL.canParse(address, somewhere) && new URL(address, somewhere).origin === somewhere;

/**
 * How the address of a picture or video is used: `loads` in the page; `opens` as a link, for http, because the content
 * policy takes media from https and the portal alone; `refused` for other schemes and for addresses with credentials,
 * which disguise the host.
 */
export function judgeAddress(address: string): 'loads' | 'opens' | 'refused' {
  if (isOwnPath(address)) return 'loads';
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'refused';
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'refused';
  return protocol === 'https:' ? 'loads' : 'opens';
}

/** A text as the sender wrote it, or a number of bytes. */
export function formatSize(size: string | number | undefined): string {
  if (size === undefined) return '';
  if (typeof size === 'string') return size.trim();
  return formatBytes(size);
}
