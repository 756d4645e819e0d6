const microsoftHosts =
  /^(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|(?:login|sts)\.windows\.net)$/;
/** With the directory of personal accounts. */
const sharedDirectories =
  /^\/+(?:common|organizations|consumers|(?:\{|%7b|<|%3c)[^/]*|9188040d-6c67-4c5b-b112-36a304b66dad)(?:\/|$)/i;

export const sharedIssuerError =
  'People of any company can sign in there. Enter the address of your own directory: https://login.microsoftonline.com/<directory ID>/v2.0.';

/**
 * Whether an issuer signs in people of every directory of Microsoft. What it says of an address is what any directory's own
 * administrator has entered, so that it is no proof, and its tokens name another issuer.
 */
export function isSharedIssuer(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && microsoftHosts.test(url.hostname) && sharedDirectories.test(url.pathname);
}
