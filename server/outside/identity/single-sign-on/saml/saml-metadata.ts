import { createHash } from 'node:crypto';
import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { SamlMetadata } from '#contract/saml.ts';
import { parseCertificate } from './certificate.ts';
import { findAttribute, findText, isNamed, listChildren, listElements, parseXml } from './dom.ts';
import { metadataBounds, toPlainXml } from './xml-bounds.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Certificates that a company can store. */
const maxCertificates = 2;
/** With comments. */
const maxLength = 2 * metadataBounds.length;

/** Parses the metadata of one identity provider; undefined where a part is missing. */
export function parseIssuerMetadata(xml: string): SamlMetadata | undefined {
  const root = parseXml(toPlainXml(xml.slice(0, maxLength)), metadataBounds);
  if (!root) return undefined;
  const entities = isNamed(root, 'metadata', 'EntityDescriptor')
    ? [root]
    : listElements(root, 'metadata', 'EntityDescriptor');
  const [entity, ...others] = entities.filter(
    (each) => listChildren(each, 'metadata', 'IDPSSODescriptor').length === 1,
  );
  const [descriptor] = entity ? listChildren(entity, 'metadata', 'IDPSSODescriptor') : [];
  const issuer = findAttribute(entity, 'entityID');
  const service = listChildren(descriptor, 'metadata', 'SingleSignOnService').find(
    (each) => findAttribute(each, 'Binding') === redirectBinding,
  );
  const signInAddress = findAttribute(service, 'Location');
  const certificates = listChildren(descriptor, 'metadata', 'KeyDescriptor')
    .filter((each) => (findAttribute(each, 'use') ?? 'signing') === 'signing')
    .flatMap((each) => listElements(each, 'signature', 'X509Certificate'))
    .flatMap((each) => parseCertificate(findText(each) ?? '')?.pem ?? []);
  const all = [...new Set(certificates)];
  const known = all.slice(0, maxCertificates);
  if (others.length > 0 || !issuer || !signInAddress || known.length === 0) return undefined;
  return { issuer, signInAddress, certificates: known, certificatesLeftOut: all.length - known.length };
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
