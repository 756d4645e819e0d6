/** The host a link really leads to, in its ASCII (punycode) form; undefined for anything but http and https. */
export function findExternalHost(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.host === '' ? undefined : url.host;
}
