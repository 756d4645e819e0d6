import { MailRefused } from './mail.ts';

const maxAddressLength = 254;
const maxHeaderLength = 200;
/** A line of a mail can hold 998 characters. */
const maxUrlLength = 900;
/**
 * Characters of an address that need no encoding (RFC 3986): no space, angle bracket or control character among them.
 */
const webAddress = /^https?:\/\/[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]+$/;

/** One address and nothing else: no display name, list, group, comment, quoted part or control character. */
const singleAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

/**
 * Makes a subject or a display name safe for a header: one line, no control characters, bounded.
 * A line break kept here would let a user's name add headers such as Bcc.
 */
export function cleanHeaderText(text: string): string {
  const oneLine = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return Array.from(oneLine).slice(0, maxHeaderLength).join('');
}

/** Returns the address when it is exactly one; throws `MailRefused` otherwise. The address is not in the error. */
export function getSingleAddress(address: string): string {
  if (address.length > maxAddressLength || !singleAddress.test(address)) {
    throw new MailRefused('the recipient is not exactly one e-mail address');
  }
  return address;
}

/**
 * The headers by which mail programs offer to unsubscribe (RFC 2369 and 8058); none where there is no address.
 * @throws MailRefused where the address could end its header or is none of the web
 */
export function getUnsubscribeHeaders(oneClickUrl: string | undefined): Record<string, string> {
  if (oneClickUrl === undefined) return {};
  if (oneClickUrl.length > maxUrlLength || !webAddress.test(oneClickUrl)) {
    throw new MailRefused('the address to unsubscribe is not one of the web');
  }
  return { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
