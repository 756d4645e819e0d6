import {
  defaultPoolRegion,
  SingleSignOnForm,
  type IssuerOutcome,
  type SingleSignOn,
} from '#features/sign-in/contract/single-sign-on.ts';
import type { AnswerOutcome } from '#features/sign-in/contract/saml.ts';

export interface SingleSignOnValues extends Record<string, unknown> {
  kind: SingleSignOn['kind'];
  /** With SAML the entity ID. */
  issuer: string;
  region: string;
  userPoolId: string;
  clientId: string;
  /** Empty keeps the stored one. */
  clientSecret: string;
  signInAddress: string;
  /** In PEM form, one after the other. */
  certificates: string;
  /** One on each line. */
  domains: string;
  usesSharedRedirect: boolean;
  isDemanded: boolean;
  breakGlass: string[];
}

export const labels = {
  kind: 'Protocol',
  issuer: 'Issuer',
  region: 'Region',
  userPoolId: 'User pool ID',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  signInAddress: 'Sign-in address',
  certificates: 'Certificates',
  domains: 'E-mail domains',
  usesSharedRedirect: 'Former redirect URI',
  isDemanded: 'Require single sign-on',
  breakGlass: 'Emergency access',
} as const;

/** With SAML the issuer has a name of its own. */
export const entityIdLabel = 'Entity ID of your identity provider';

export const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
  { value: 'cognito', label: 'AWS Cognito user pool' },
] as const;

export const toValues = ({ domains, breakGlass, certificates, ...stored }: SingleSignOn): SingleSignOnValues => ({
  kind: stored.kind,
  ...toIssuerValues(stored),
  clientId: stored.clientId,
  clientSecret: '',
  signInAddress: stored.signInAddress,
  certificates: joinCertificates(certificates.map(({ pem }) => pem)),
  domains: domains.map(({ domain }) => domain).join('\n'),
  usesSharedRedirect: stored.usesSharedRedirect,
  isDemanded: stored.isDemanded,
  breakGlass: [...breakGlass],
});

/** A user pool is the last part of its address, and begins with its region. */
function toIssuerValues({ kind, issuer }: Pick<SingleSignOn, 'kind' | 'issuer'>) {
  const userPoolId = kind === 'cognito' ? issuer.slice(issuer.lastIndexOf('/') + 1) : '';
  const region = userPoolId.split('_', 1)[0] || defaultPoolRegion;
  return { issuer: kind === 'cognito' ? '' : issuer, region, userPoolId };
}

export const joinCertificates = (certificates: readonly string[]) => certificates.join('\n');

const listDomains = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');

const listCertificates = (text: string) =>
  text
    .split(/(?=-----BEGIN)/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Builds the request: the fields of the protocol, without an empty secret, which keeps the stored one. */
export function toForm(values: SingleSignOnValues, version: number): SingleSignOnForm {
  const { isDemanded, breakGlass } = values;
  const issuer = values.issuer.trim();
  const everyKind = { domains: listDomains(values.domains), isDemanded, breakGlass, version };
  if (values.kind === 'saml') {
    const [signInAddress, certificates] = [values.signInAddress.trim(), listCertificates(values.certificates)];
    return { kind: 'saml', issuer, signInAddress, certificates, ...everyKind };
  }
  const secret = values.clientSecret !== '' && { clientSecret: values.clientSecret };
  const client = { clientId: values.clientId.trim(), ...secret, ...everyKind };
  if (values.kind === 'oidc') return { kind: 'oidc', issuer, usesSharedRedirect: values.usesSharedRedirect, ...client };
  return { kind: 'cognito', region: values.region.trim(), userPoolId: values.userPoolId.trim(), ...client };
}

/** The messages of the contract by field; those of single domains and certificates are shown at the field of all. */
export function findErrors(values: SingleSignOnValues): Record<string, string> {
  const parsed = SingleSignOnForm.safeParse(toForm(values, 1));
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}

/** Results of a test of an issuer. The result of each domain is shown at the domain. */
export const outcomeWords: Readonly<Record<IssuerOutcome, string>> = {
  ok: 'The issuer answers and knows this client. Now sign in once in another browser, and run the test again.',
  'not-allowed': 'This address cannot be called from here. Use a public https address.',
  unreachable: 'The issuer does not answer.',
  'not-an-issuer': 'There is no OpenID Connect issuer at this address, or it gives itself another name.',
  unsupported: 'The issuer does not support signing in with an authorization code.',
  'wrong-client': 'The issuer does not accept this client ID with this secret and redirect URI.',
  'unsafe-address': 'The document of the issuer names an address that browsers cannot be sent to.',
  'no-email-claim':
    'The issuer answers and knows this client, but does not list a claim with an e-mail address. Add the claim email, then sign in once in another browser.',
  'certificate-expired': 'All certificates have expired. Copy the current one from your identity provider.',
};

/** Results of a test of a user pool, where they differ. */
export const poolTestWords: Partial<Record<IssuerOutcome, string>> = {
  ok: 'The user pool answers and knows this app client.',
  unreachable: 'The user pool does not answer.',
  'not-an-issuer': 'There is no user pool with this ID in this region.',
  unsupported: 'The app client does not allow ALLOW_USER_PASSWORD_AUTH.',
  'wrong-client': 'The user pool does not accept this client ID with this secret.',
};

/** Result of a valid test with SAML, where only a sign-in shows the rest. */
export const samlTestWords = 'The certificate is valid. Now sign in once in another browser, and run the test again.';

/** Results of the last answer. */
export const answerWords: Readonly<Record<AnswerOutcome, string>> = {
  ok: 'The answer was valid.',
  malformed: 'The answer was no SAML response with exactly one assertion.',
  unsolicited: 'The answer was to no request. Users start here, not at the identity provider.',
  refused: 'The identity provider did not sign the user in.',
  encrypted: 'The assertion was encrypted. Turn off the encryption of assertions.',
  algorithm: 'The signature used an outdated algorithm. Sign with RSA and SHA-256.',
  signature: 'The assertion was not signed with one of these certificates.',
  destination: 'The answer was for another address. Check the reply address (ACS).',
  issuer: 'The answer came from another entity ID.',
  audience: 'The answer was for another audience. Check the entity ID of the portal.',
  recipient: 'The answer was for another recipient. Check the reply address (ACS).',
  expired: 'The answer had expired. Check the clock of the identity provider.',
  early: 'The answer was not valid yet. Check the clock of the identity provider.',
  subject: 'The answer named no lasting user. Use a name ID that stays the same.',
  replayed: 'The answer was sent a second time.',
  unreachable: 'The sign-in service did not answer.',
  unsound: 'The answer was not valid. Check the client, its secret, and the clock of the sign-in service.',
  'no-email': 'The answer names no e-mail address. Send it in the claim email, of the identity token or the user info.',
  unverified:
    'The sign-in service says that the e-mail address is not verified, or the user is a guest there. Verify the address at the sign-in service.',
  'foreign-domain': 'The e-mail address does not belong to a verified domain of your company.',
  'no-user': 'Your company has no user with this e-mail address. Add the user first.',
};
