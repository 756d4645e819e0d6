import { isBoundedXml, metadataBounds } from './xml-bounds.ts';

interface OtherText {
  readonly pattern: RegExp;
  readonly fault: string;
}

const ask = 'ask your identity provider for its metadata as XML';

/** Texts that are pasted in place of metadata; the first that fits counts. */
const others: readonly OtherText[] = [
  { pattern: /^$/, fault: `It is empty: ${ask}.` },
  { pattern: /^<(?:!doctype html|html)\b/i, fault: `This is a web page and no XML: ${ask}.` },
  {
    pattern: /^https?:\/\/\S+$/i,
    fault: 'This is an address: open it in the browser and paste the XML that it shows, or save it as a file.',
  },
  {
    pattern: /^\{[^]*"(?:authorization_endpoint|token_endpoint)"/,
    fault:
      'This is the configuration of OpenID Connect and not of SAML: choose OpenID Connect above, or paste the XML.',
  },
  { pattern: /^[{[]/, fault: `This is JSON and no XML: ${ask}.` },
  {
    pattern: /^-----BEGIN /,
    fault: 'This is a certificate: paste it into the field of certificates below, or the metadata as XML here.',
  },
  { pattern: /^[^<]/, fault: `This is no XML: ${ask}.` },
  {
    pattern: /<!(?:DOCTYPE|ENTITY)\b/i,
    fault: 'It has a document type (<!DOCTYPE …>), which is not read: delete that line.',
  },
];

const tooLarge =
  'It is too large, such as that of a whole federation: paste the <EntityDescriptor> of your identity provider alone.';
const unbounded = { length: Infinity, depth: Infinity, elements: Infinity, attributes: Infinity };

/** Why a text is no XML that is read; undefined for one that is. `plain`: without comments. */
export function findTextFault(plain: string): string | undefined {
  if (isBoundedXml(plain, metadataBounds)) return undefined;
  const text = plain
    .replace(/^\uFEFF/, '')
    .replace(/^\s*<\?xml [^<>]*\?>/, '')
    .trim();
  const other = others.find(({ pattern }) => pattern.test(text));
  if (other) return other.fault;
  if (plain.length > metadataBounds.length || isBoundedXml(plain, unbounded)) return tooLarge;
  return 'The XML is cut off or damaged: copy it again as a whole, or choose the file.';
}
