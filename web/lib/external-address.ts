/** The host that a link leads to, in ASCII (punycode); undefined for other schemes than http and https. */
export function findExternalHost(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.host === '' ? undefined : url.host;
}
