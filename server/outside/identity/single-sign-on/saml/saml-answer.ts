import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { XmlElement } from '@xmldom/xmldom';
import { isEmail, toEmailKey } from '#contract/fields.ts';
import type { SamlOutcome } from '#features/sign-in/contract/saml.ts';
import { clockToleranceSeconds, isName } from '../../claims/person-claims.ts';
import type { SamlClaims, SamlVerdict } from '../single-sign-on.ts';
import { findAttribute, findChild, findText, isNamed, listChildren, listElements, parseXml } from './dom.ts';
import { answerBounds } from './xml-bounds.ts';

/** The portal and the identity provider as they know each other. */
export interface SamlParties {
  readonly issuer: string;
  readonly signInAddress: string;
  readonly certificates: readonly string[];
  readonly entityId: string;
  readonly assertionAddress: string;
}

/** Why an answer signs in no one. `found` is what it said instead, where that is signed. */
export class SamlDenied extends Error {
  override name = 'SamlDenied';
  readonly outcome: Exclude<SamlOutcome, 'ok'>;
  readonly found: string;
  constructor(outcome: SamlDenied['outcome'], found = '', options?: ErrorOptions) {
    super(`the SAML answer is denied: ${outcome}`, options);
    this.outcome = outcome;
    this.found = found;
  }
}

const maxEncodedLength = 140_000;
const toleranceMs = clockToleranceSeconds * 1000;

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Signatures of RSA with SHA-256 or better over exclusive canonical XML. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
]);
const algorithmNames = ['SignatureMethod', 'DigestMethod', 'CanonicalizationMethod', 'Transform'];

/** Names under which services send the e-mail address, in the order in which they are taken. */
const emailAttributes = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'email',
  'mail',
  'emailAddress',
];

/** The library with everything off that is checked here, because its own checks are laxer or use the system's clock. */
export const createSaml = ({ entityId, assertionAddress, signInAddress, certificates }: SamlParties, requestId = '') =>
  new SAML({
    issuer: entityId,
    callbackUrl: assertionAddress,
    entryPoint: signInAddress,
    idpCert: [...certificates],
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  });

/**
 * Checks an answer. Bounds and shape come first, then the signature, by the library; everything that is taken from the
 * answer afterwards is read from the bytes that were signed.
 * @throws SamlDenied
 */
export async function verifySamlAnswer(parties: SamlParties, encoded: string, now: Date): Promise<SamlClaims> {
  const compact = encoded.length <= maxEncodedLength ? encoded.replaceAll(/\s/g, '') : '';
  const response = parseXml(decode(compact), answerBounds);
  if (!response || !isNamed(response, 'protocol', 'Response')) throw new SamlDenied('malformed');
  checkStatus(response);
  const requestId = findAttribute(response, 'InResponseTo');
  if (requestId === undefined) throw new SamlDenied('unsolicited');
  checkSignatures(response, checkShape(response));
  const assertion = parseXml(await readSigned(parties, compact), answerBounds);
  if (!assertion || !isNamed(assertion, 'assertion', 'Assertion')) throw new SamlDenied('malformed');
  checkParties(parties, response, assertion);
  checkConditions(parties, assertion, now);
  checkConfirmation(parties, assertion, { requestId, now });
  return { ...readPerson(parties, assertion), requestId };
}

interface PostedAnswer {
  readonly parties: SamlParties;
  readonly encoded: string;
  readonly now: Date;
}

/** Verifies like `verifySamlAnswer`; a denial is a value, which threads can hand over. */
export async function judgeSamlAnswer({ parties, encoded, now }: PostedAnswer): Promise<SamlVerdict> {
  try {
    return { claims: await verifySamlAnswer(parties, encoded, now) };
  } catch (error) {
    if (!(error instanceof SamlDenied)) throw error;
    return { denied: { outcome: error.outcome, found: error.found } };
  }
}

function decode(encoded: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return '';
  }
}

function checkStatus(response: XmlElement): void {
  const code = findChild(findChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const value = findAttribute(code, 'Value');
  if (value === undefined) throw new SamlDenied('malformed');
  if (value === success) return;
  // The status is not signed, so that only the names of codes are shown.
  const detail = findAttribute(findChild(code, 'protocol', 'StatusCode'), 'Value') ?? value;
  throw new SamlDenied('refused', /[A-Za-z]{1,40}$/.exec(detail)?.[0]);
}

/** Exactly one assertion, not encrypted, in the place where assertions are. */
function checkShape(response: XmlElement): XmlElement {
  if (listElements(response, '*', 'EncryptedAssertion').length > 0) throw new SamlDenied('encrypted');
  const [assertion, ...others] = listElements(response, '*', 'Assertion');
  const isInPlace = assertion?.parentNode === response && isNamed(assertion, 'assertion', 'Assertion');
  if (!assertion || others.length > 0 || !isInPlace) throw new SamlDenied('malformed');
  const ids = [response, ...listElements(response, '*', '*')].flatMap((each) => findAttribute(each, 'ID') ?? []);
  if (new Set(ids).size !== ids.length) throw new SamlDenied('malformed');
  return assertion;
}

/** At most one signature of the answer and one of the assertion, each of all of it and by sound algorithms. */
function checkSignatures(response: XmlElement, assertion: XmlElement): void {
  const signatures = listElements(response, '*', 'Signature');
  const own = listChildren(assertion, 'signature', 'Signature');
  const whole = listChildren(response, 'signature', 'Signature');
  if (own.length !== 1 || whole.length > 1 || signatures.length !== 1 + whole.length) throw new SamlDenied('signature');
  for (const signature of signatures) {
    const used = algorithmNames.flatMap((name) => listElements(signature, '*', name));
    const unsound = used.find((each) => !algorithms.has(findAttribute(each, 'Algorithm') ?? ''));
    if (unsound) throw new SamlDenied('algorithm');
    const references = listElements(signature, 'signature', 'Reference');
    const ofParent = `#${findAttribute(signature.parentNode as XmlElement, 'ID') ?? ''}`;
    if (references.length !== 1 || findAttribute(references[0], 'URI') !== ofParent) throw new SamlDenied('signature');
  }
}

/** The assertion as it was signed, by one of the certificates. */
async function readSigned(parties: SamlParties, encoded: string): Promise<string> {
  try {
    const { profile } = await createSaml(parties).validatePostResponseAsync({ SAMLResponse: encoded });
    return profile?.getAssertionXml?.() ?? '';
  } catch (cause) {
    throw new SamlDenied('signature', '', { cause });
  }
}

function checkParties({ issuer, assertionAddress }: SamlParties, response: XmlElement, assertion: XmlElement): void {
  const named = findText(findChild(assertion, 'assertion', 'Issuer'));
  if (named !== issuer) throw new SamlDenied('issuer', named);
  const sender = listChildren(response, 'assertion', 'Issuer');
  if (sender.some((each) => findText(each) !== issuer)) throw new SamlDenied('issuer');
  if (findAttribute(response, 'Destination') !== assertionAddress) throw new SamlDenied('destination');
}

function checkConditions({ entityId }: SamlParties, assertion: XmlElement, now: Date): void {
  const conditions = findChild(assertion, 'assertion', 'Conditions');
  if (!conditions || !findChild(assertion, 'assertion', 'AuthnStatement')) throw new SamlDenied('malformed');
  checkTimes(conditions, now);
  const restrictions = listChildren(conditions, 'assertion', 'AudienceRestriction').map((each) =>
    listChildren(each, 'assertion', 'Audience').map(findText),
  );
  const isOurs = restrictions.length > 0 && restrictions.every((audiences) => audiences.includes(entityId));
  if (!isOurs) throw new SamlDenied('audience', restrictions.flat().join(', '));
}

/** From `NotBefore`, where it is there, to `NotOnOrAfter`, which has to be. */
function checkTimes(element: XmlElement, now: Date): void {
  const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => findAttribute(element, name));
  const untilMs = Date.parse(until ?? '');
  const fromMs = from === undefined ? -Infinity : Date.parse(from);
  if (Number.isNaN(untilMs) || Number.isNaN(fromMs)) throw new SamlDenied('malformed');
  if (now.getTime() + toleranceMs < fromMs) throw new SamlDenied('early', from);
  if (now.getTime() - toleranceMs >= untilMs) throw new SamlDenied('expired', until);
}

interface Expected {
  readonly requestId: string;
  readonly now: Date;
}

function checkConfirmation(
  { assertionAddress }: SamlParties,
  assertion: XmlElement,
  { requestId, now }: Expected,
): void {
  const confirmation = findChild(findChild(assertion, 'assertion', 'Subject'), 'assertion', 'SubjectConfirmation');
  const data = findChild(confirmation, 'assertion', 'SubjectConfirmationData');
  if (!data || findAttribute(confirmation, 'Method') !== bearer) throw new SamlDenied('malformed');
  const recipient = findAttribute(data, 'Recipient');
  if (recipient !== assertionAddress) throw new SamlDenied('recipient', recipient);
  // Signed, unlike that of the answer around it.
  if (findAttribute(data, 'InResponseTo') !== requestId) throw new SamlDenied('unsolicited');
  checkTimes(data, now);
}

function readPerson({ issuer }: SamlParties, assertion: XmlElement): Omit<SamlClaims, 'requestId'> {
  const nameId = findChild(findChild(assertion, 'assertion', 'Subject'), 'assertion', 'NameID');
  const subject = findText(nameId);
  const assertionId = findAttribute(assertion, 'ID') ?? '';
  const isLasting = findAttribute(nameId, 'Format') !== transient;
  if (!isName(subject) || !isLasting) throw new SamlDenied('subject', subject);
  const session = findAttribute(findChild(assertion, 'assertion', 'AuthnStatement'), 'SessionIndex');
  return {
    issuer,
    subject,
    email: toEmail(findEmail(assertion, subject)),
    session: isName(session) ? session : null,
    assertionId,
  };
}

const toEmail = (text = '') => (isEmail(text) ? toEmailKey(text) : undefined);

/** The address of an attribute with one value, otherwise a name that is an address. */
function findEmail(assertion: XmlElement, subject: string): string | undefined {
  const attributes = listChildren(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    listChildren(statement, 'assertion', 'Attribute'),
  );
  for (const name of emailAttributes) {
    const [found, ...others] = attributes.filter((each) => findAttribute(each, 'Name') === name);
    const value = others.length === 0 ? findText(findChild(found, 'assertion', 'AttributeValue')) : undefined;
    if (value !== undefined) return value;
  }
  return subject.includes('@') ? subject : undefined;
}
