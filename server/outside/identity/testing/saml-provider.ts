import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { makeCertificate, type Certificate } from '../../assistants/testing/certificates.ts';

/** A request as the portal sends it with the browser. */
export interface SamlRequest {
  readonly id: string;
  readonly issuer: string;
  readonly assertionAddress: string;
  readonly relayState: string;
}

const sha256 = {
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
};

export const sha1 = {
  signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
};

/** Deviations of an answer from a sound one, as a test wants them. */
export interface AnswerChanges {
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string | undefined;
  readonly status?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** From a minute before to five minutes after this time. */
  readonly at?: Date;
  readonly assertionId?: string;
  readonly signedWith?: Certificate;
  readonly algorithms?: typeof sha256;
  /** Signed elements; an empty list for no signature at all. */
  readonly signed?: readonly ('Assertion' | 'Response')[];
  /** Change the document before and after it is signed. */
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
}

export type SamlProvider = Awaited<ReturnType<typeof createSamlProvider>>;

/** A SAML identity provider that signs what a test wants. Its answers are those of Entra, Okta and Google in form. */
export async function createSamlProvider(
  issuer: string,
  now: () => Date,
  signInAddress = 'https://idp.example/sign-in?tenant=1',
) {
  const certificate = await makeCertificate(['DNS:idp.example'], 'rsa');
  return {
    issuer,
    signInAddress,
    certificate,
    metadata: renderMetadata(issuer, signInAddress, certificate.cert),
    readRequest,
    /** The fields of the form that the browser posts. */
    answer(request: SamlRequest, nameId: string, changes: AnswerChanges = {}): Record<string, string> {
      const xml = renderResponse(request, { nameId, issuer, at: now(), ...changes });
      const { signed = ['Assertion'], before = same, after = same } = changes;
      let document = before(xml);
      for (const name of signed) {
        document = sign(document, name, changes.signedWith ?? certificate, changes.algorithms ?? sha256);
      }
      return { SAMLResponse: Buffer.from(after(document)).toString('base64'), RelayState: request.relayState };
    },
  };
}

const same = (xml: string) => xml;

export function readRequest(address: string): SamlRequest {
  const query = new URL(address).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: find(/ ID="([^"]+)"/),
    issuer: find(/Issuer[^>]*>([^<]+)</),
    assertionAddress: find(/AssertionConsumerServiceURL="([^"]+)"/),
    relayState: query.get('RelayState') ?? '',
  };
}

function sign(xml: string, name: 'Assertion' | 'Response', { key }: Certificate, algorithms: typeof sha256): string {
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithms.signatureAlgorithm,
    canonicalizationAlgorithm: canonical,
  });
  const xpath = `//*[local-name(.)='${name}']`;
  signer.addReference({
    xpath,
    digestAlgorithm: algorithms.digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
  });
  signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

const minuteMs = 60_000;
const toInstant = (date: Date, minutes: number) => new Date(date.getTime() + minutes * minuteMs).toISOString();

type Said = AnswerChanges & { readonly nameId: string; readonly issuer: string; readonly at: Date };

function renderResponse(request: SamlRequest, said: Said): string {
  const { issuer, at, status = 'Success' } = said;
  const inResponseTo = 'inResponseTo' in said ? said.inResponseTo : request.id;
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  const id = said.assertionId ?? `_${crypto.randomUUID()}`;
  const destination = said.destination ?? request.assertionAddress;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${crypto.randomUUID()}" Version="2.0" \
IssueInstant="${toInstant(at, 0)}" Destination="${destination}"${answers}>\
<Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</Issuer>\
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>\
${status === 'Success' ? renderAssertion({ request, said, id, answers }) : ''}</samlp:Response>`;
}

interface AssertionParts {
  readonly request: SamlRequest;
  readonly said: Said;
  readonly id: string;
  readonly answers: string;
}

function renderAssertion({ request, said, id, answers }: AssertionParts): string {
  const { issuer, at, nameId, audience = request.issuer, recipient = request.assertionAddress } = said;
  const { nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' } = said;
  const [from, until] = [toInstant(at, -1), toInstant(at, 5)];
  const attributes = Object.entries(said.attributes ?? {}).map(
    ([name, value]) => `<Attribute Name="${name}"><AttributeValue>${value}</AttributeValue></Attribute>`,
  );
  return `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" \
IssueInstant="${toInstant(at, 0)}"><Issuer>${issuer}</Issuer>\
<Subject><NameID Format="${nameIdFormat}">${nameId}</NameID>\
<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\
<SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${answers}/></SubjectConfirmation></Subject>\
<Conditions NotBefore="${from}" NotOnOrAfter="${until}"><AudienceRestriction><Audience>${audience}</Audience>\
</AudienceRestriction></Conditions>\
<AuthnStatement AuthnInstant="${toInstant(at, 0)}" SessionIndex="${id}"><AuthnContext><AuthnContextClassRef>\
urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef></AuthnContext></AuthnStatement>\
${attributes.length > 0 ? `<AttributeStatement>${attributes.join('')}</AttributeStatement>` : ''}</Assertion>`;
}

const renderMetadata = (issuer: string, signInAddress: string, pem: string) => `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${pem.replaceAll(/-----[A-Z ]+-----|\n/g, '')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${issuer}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInAddress}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
