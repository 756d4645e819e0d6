/** The host a link really leads to, in its ASCII (punycode) form; undefined for anything but http and https. */
export function findExternalHost(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.host === '' ? undefined : url.host;
}

/** A path inside this portal to go back to after sign-in; anything else becomes the start page. */
export function toReturnPath(sent: unknown, origin: string): string {
  if (typeof sent !== 'string' || !sent.startsWith('/') || !URL.canParse(sent, origin)) return '/';
  const url = new URL(sent, origin);
  if (url.origin !== origin) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}
