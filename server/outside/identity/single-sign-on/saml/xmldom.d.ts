/*
 * What the server uses of `@xmldom/xmldom` and, in tests, of `xml-crypto`. Their own types load those of browsers, with which
 * the types of Node's streams do not compile.
 */

export interface XmlNode {
  readonly nodeType: number;
  readonly parentNode: XmlNode | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  readonly textContent: string | null;
}

export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  /** An empty text for a missing one. */
  getAttribute(name: string): string;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
}

export class DOMParser {
  constructor(options: { errorHandler: Record<'warning' | 'error' | 'fatalError', (message: unknown) => void> });
  parseFromString(xml: string, type: string): { readonly documentElement: XmlElement | null } | undefined;
}
