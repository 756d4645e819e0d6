const somewhere = 'https://portal.invalid';

/** A path of the portal itself; addresses are read as browsers do, which see another host in `//a` and `/\\a`. */
export const isOwnPath = (address: string) =>
  address.startsWith('/') && URL.canParse(address, somewhere) && new URL(address, somewhere).origin === somewhere;

/**
 * What can be done with the address of a picture or video: `loads` in the page, only `opens` as a link, because the
 * content policy takes media from https and the portal alone, or `refused` for anything but http, https and a path of
 * the portal, and for an address that hides its host behind a name and a password.
 */
export function judgeAddress(address: string): 'loads' | 'opens' | 'refused' {
  if (isOwnPath(address)) return 'loads';
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'refused';
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'refused';
  return protocol === 'https:' ? 'loads' : 'opens';
}

const units = ['bytes', 'kB', 'MB', 'GB'];

/** A size as its sender wrote it; a number counts bytes. */
export function formatSize(size: string | number | undefined): string {
  if (size === undefined) return '';
  if (typeof size === 'string') return size.trim();
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(size, 1)) / 3), 0), units.length - 1);
  const amount = size / 1000 ** step;
  return `${amount.toLocaleString('en', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`;
}
