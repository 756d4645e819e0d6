import { createHash } from 'node:crypto';
import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { SamlMetadata } from '#features/sign-in/contract/saml.ts';
import { parseCertificate } from './certificate.ts';
import type { XmlElement } from '@xmldom/xmldom';
import { findAttribute, findText, isNamed, listChildren, listElements, namespaces, parseXml } from './dom.ts';
import { findTextFault } from './metadata-text.ts';
import { metadataBounds, toPlainXml } from './xml-bounds.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Certificates that a company can store. */
const maxCertificates = 2;
/** With comments. */
const maxLength = 2 * metadataBounds.length;

/** Metadata that can not be used, with the sentence for the person who pasted it. */
class MetadataUnsound extends Error {
  override name = 'MetadataUnsound';
}

/** Parses the metadata of one identity provider; `fault`: why it can not be used, and what to do. */
export function parseOrExplain(xml: string, now: Date): SamlMetadata | { readonly fault: string } {
  try {
    return parseIssuerMetadata(xml, now);
  } catch (error) {
    if (error instanceof MetadataUnsound) return { fault: error.message };
    throw error;
  }
}

function parseIssuerMetadata(xml: string, now: Date): SamlMetadata {
  const plain = toPlainXml(xml.slice(0, maxLength));
  const fault = findTextFault(plain);
  if (fault !== undefined) throw new MetadataUnsound(fault);
  const root = parseXml(plain, metadataBounds);
  if (!root) throw new MetadataUnsound('The XML is damaged: copy it again as a whole, or choose the file.');
  const { entity, descriptor } = getProvider(root);
  refuseOutdated([root, entity, descriptor], now);
  const issuer = findAttribute(entity, 'entityID');
  if (!issuer)
    throw new MetadataUnsound('The <EntityDescriptor> has no entityID: ask your identity provider for whole metadata.');
  const signInAddress = getSignInAddress(descriptor);
  const all = getCertificates(descriptor, now);
  const known = all.slice(0, maxCertificates);
  return { issuer, signInAddress, certificates: known, certificatesLeftOut: all.length - known.length };
}

interface Provider {
  readonly entity: XmlElement;
  readonly descriptor: XmlElement;
}

function getProvider(root: XmlElement): Provider {
  const isEntity = isNamed(root, 'metadata', 'EntityDescriptor');
  const entities = isEntity ? [root] : listElements(root, 'metadata', 'EntityDescriptor');
  if (entities.length === 0) throw new MetadataUnsound(describeOther(root));
  const providers = entities.flatMap((entity) =>
    listChildren(entity, 'metadata', 'IDPSSODescriptor').map((descriptor) => ({ entity, descriptor })),
  );
  const [provider, ...others] = providers;
  if (!provider) throw new MetadataUnsound(describeOtherRole(entities));
  if (others.length === 0) return provider;
  const names = [...new Set(providers.map(({ entity }) => findAttribute(entity, 'entityID') ?? 'without a name'))];
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
  throw new MetadataUnsound(
    `It describes ${providers.length} identity providers (${shown}): paste the <EntityDescriptor> of yours alone.`,
  );
}

function describeOther(root: XmlElement): string {
  if (/^html$/i.test(root.localName ?? '')) {
    return 'This is a web page and no metadata: ask your identity provider for its metadata as XML.';
  }
  if (root.namespaceURI === namespaces.protocol || root.namespaceURI === namespaces.assertion) {
    return 'This is a message of a sign-in (SAML) and no metadata: ask your identity provider for its metadata.';
  }
  return `This XML is no SAML metadata: it begins with <${root.localName ?? ''}> in place of <EntityDescriptor>.`;
}

function describeOtherRole(entities: readonly XmlElement[]): string {
  const has = (name: string) => entities.some((entity) => listChildren(entity, 'metadata', name).length > 0);
  if (has('SPSSODescriptor')) {
    return 'This is the metadata of a service provider, such as that of this portal: paste that of your identity provider.';
  }
  return 'It describes no identity provider (<IDPSSODescriptor> is missing): ask for the metadata of sign-ins by SAML 2.0.';
}

function refuseOutdated(elements: readonly XmlElement[], now: Date): void {
  const ends = elements.map((each) => findAttribute(each, 'validUntil')).filter((end) => end !== undefined);
  const past = ends.find((end) => Date.parse(end) < now.getTime());
  if (past === undefined) return;
  throw new MetadataUnsound(`It was valid until ${past}: get it from your identity provider again.`);
}

function getSignInAddress(descriptor: XmlElement): string {
  const services = listChildren(descriptor, 'metadata', 'SingleSignOnService');
  const service = services.find((each) => findAttribute(each, 'Binding') === redirectBinding);
  const address = findAttribute(service, 'Location');
  if (address) return address;
  if (service)
    throw new MetadataUnsound('The <SingleSignOnService> of HTTP-Redirect has no Location: ask for whole metadata.');
  const bindings = services.map((each) => findAttribute(each, 'Binding')?.split(':').at(-1) ?? 'none');
  throw new MetadataUnsound(
    services.length === 0
      ? 'It has no address to sign in at (<SingleSignOnService>): enable sign-ins by HTTP-Redirect at your identity provider.'
      : `It takes sign-ins by ${[...new Set(bindings)].join(' and ')} alone: enable HTTP-Redirect at your identity provider.`,
  );
}

/** Certificates that sign and are still valid, as PEM, each once. */
function getCertificates(descriptor: XmlElement, now: Date): string[] {
  const keys = listChildren(descriptor, 'metadata', 'KeyDescriptor');
  const signing = keys.filter((each) => (findAttribute(each, 'use') ?? 'signing') === 'signing');
  const texts = signing.flatMap((each) => listElements(each, 'signature', 'X509Certificate'));
  if (texts.length === 0) {
    throw new MetadataUnsound(
      keys.length > signing.length
        ? 'It has a certificate for encryption and none for signing: enable signed answers at your identity provider.'
        : 'It has no signing certificate (<X509Certificate>): enable signed answers at your identity provider.',
    );
  }
  const known = texts.flatMap((each) => parseCertificate(findText(each) ?? '') ?? []);
  if (known.length === 0) {
    throw new MetadataUnsound(
      'Its signing certificate cannot be read, or its key is not RSA of 2048 bits or more: set another one at your identity provider.',
    );
  }
  const valid = known.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime());
  if (valid.length > 0) return [...new Set(valid.map(({ pem }) => pem))];
  const [last = ''] = known
    .map(({ expiresAt }) => expiresAt)
    .toSorted()
    .toReversed();
  throw new MetadataUnsound(
    `Its signing certificate expired on ${last.slice(0, 10)}: renew it at your identity provider, and get the metadata again.`,
  );
}

/** For the identity provider: who the portal is, and where answers go. */
export const renderPortalMetadata = ({ entityId, assertionAddress }: { entityId: string; assertionAddress: string }) =>
  generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: assertionAddress,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // By default a new one each time, which would be another document each time.
    generateUniqueId: () => `_${createHash('sha256').update(entityId).digest('hex').slice(0, 32)}`,
  });
