/*
 * Web addresses in what people write, also where they are spelled with other dots, slashes, colons or invisible characters:
 * browsers and mail programs read most of these as the plain ones (UTS 46, NFKC).
 */

const dots = String.raw`.\u2024\u2488-\u249B\u3002\u33C2\u33C7\u33D8\uFE12\uFE52\uFF0E\uFF61`;
const colons = String.raw`:\u2236\uA789\uFE13\uFE55\uFF1A`;
const slashes = String.raw`\/\u2044\u2215\u2571\u27CB\u29F8\uFF0F`;
const backslashes = String.raw`\\\u2216\u29F5\u29F9\uFE68\uFF3C`;
const unseen = String.raw`[\p{DI}\p{Cf}\p{M}]*`;
const schemes = 'mailto|tel|sms|sips?|callto|skype|xmpp|magnet|javascript|data';

/** A sign after which a blank ends what a mail program takes for an address. */
const breaks = new RegExp(
  [
    // The end of a domain begins with a letter and has two characters or more.
    String.raw`[${dots}](?<=\S.)(?=${unseen}\p{L}${unseen}[\p{L}\p{N}-])`,
    // The last dot of an address of four numbers.
    String.raw`[${dots}](?<=(?<!\p{N})\p{N}{1,3}(?:[${dots}]\p{N}{1,3}){2}.)(?=\p{N}{1,3}(?!\p{N}))`,
    String.raw`[${dots}](?<=w${unseen}w${unseen}w${unseen}.)(?=\S)`,
    String.raw`[${colons}](?=${unseen}[${slashes}${backslashes}])`,
    String.raw`[${colons}](?<=(?<!\p{L})(?:${schemes})${unseen}.)(?=\S)`,
    String.raw`[${backslashes}](?=${unseen}[${backslashes}])`,
  ].join('|'),
  'giu',
);

const withoutMarks = (word: string) => word.replaceAll(/^["'(<[“‘]+|["')>\],.;:!?”’]+$/g, '');

/**
 * The text with a blank within each web address, e-mail address and path of a network, so that no mail program makes a link of
 * it. Words of `own` stay as they are, whatever marks are around them.
 */
export function breakWebAddresses(text: string, own: readonly string[] = []): string {
  const kept = new Set(own.map(withoutMarks));
  return text.replaceAll(/\S+/g, (word) => (kept.has(withoutMarks(word)) ? word : word.replaceAll(breaks, '$& ')));
}

const label = String.raw`[\p{L}\p{M}\p{N}-]`;
const domain = String.raw`${label}\.\p{L}${label}+\.?`;

const webAddress = new RegExp(
  [
    String.raw`:[/\\]`,
    String.raw`\\\\`,
    String.raw`www\.\S`,
    String.raw`(?<!\p{L})(?:${schemes}):\S`,
    String.raw`@[^\s@]*${domain}`,
    String.raw`${domain}(?:[/\\?#]|:\p{N})`,
    String.raw`(?:\p{N}{1,3}\.){3}\p{N}{1,3}(?:[/\\?#]|:\p{N})`,
  ].join('|'),
  'iu',
);

/** Every character in its plain form, without invisible ones. */
export function toPlainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{DI}\p{Cf}]/gu, '')
    .replaceAll(new RegExp(`[${dots}]`, 'gu'), '.')
    .replaceAll(new RegExp(`[${colons}]`, 'gu'), ':')
    .replaceAll(new RegExp(`[${slashes}]`, 'gu'), '/')
    .replaceAll(new RegExp(`[${backslashes}]`, 'gu'), '\\');
}

/**
 * Whether a name holds an address that leads somewhere. A domain alone is none, because companies (`Booking.com`) and accounts
 * (`john.smith`) are called like that.
 */
export function hasWebAddress(name: string): boolean {
  return webAddress.test(toPlainSigns(name));
}
