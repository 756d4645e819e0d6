import { DOMParser, type XmlElement } from '@xmldom/xmldom';
import { isBoundedXml, type XmlBounds } from './xml-bounds.ts';

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const elementNode = 1;

type Namespace = keyof typeof namespaces;

/** The root of a bounded document; undefined for any other text. */
export function parseXml(xml: string, bounds: XmlBounds): XmlElement | undefined {
  if (!isBoundedXml(xml, bounds)) return undefined;
  const fail = (message: unknown) => {
    throw new Error(String(message));
  };
  try {
    const errorHandler = { warning: fail, error: fail, fatalError: fail };
    const document = new DOMParser({ errorHandler }).parseFromString(xml.trim(), 'text/xml');
    return document?.documentElement ?? undefined;
  } catch {
    return undefined;
  }
}

export const isNamed = (element: XmlElement, namespace: Namespace, name: string) =>
  element.namespaceURI === namespaces[namespace] && element.localName === name;

/** The child elements of a name. */
export function listChildren(parent: XmlElement | undefined, namespace: Namespace, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling) {
    if (node.nodeType === elementNode && isNamed(node as XmlElement, namespace, name)) found.push(node as XmlElement);
  }
  return found;
}

/** The only child of a name; undefined where there are none or several. */
export function findChild(parent: XmlElement | undefined, namespace: Namespace, name: string): XmlElement | undefined {
  const found = listChildren(parent, namespace, name);
  return found.length === 1 ? found[0] : undefined;
}

/** All elements of a name at any depth. */
export const listElements = (root: XmlElement, namespace: Namespace | '*', name: string): XmlElement[] =>
  Array.from(root.getElementsByTagNameNS(namespace === '*' ? '*' : namespaces[namespace], name));

/** Undefined for a missing or empty attribute. */
export const findAttribute = (element: XmlElement | undefined, name: string) =>
  element?.getAttribute(name) || undefined;

/** Without white space around it; undefined for a missing or empty element. */
export const findText = (element: XmlElement | undefined) => element?.textContent?.trim() || undefined;
