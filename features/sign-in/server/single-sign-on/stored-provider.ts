import type { ProviderKind, SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import type { AuditFields, AuditSubject } from '#server/records/audit.ts';
import type { SignInIssuer, SingleSignOn as Issuers } from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import type { SecretBox } from '#server/lib/crypto/secret-box.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StoredProvider } from './providers.repository.ts';

/** Record id under which the client secret is sealed, beside its company. */
export const secretRecordId = 'single-sign-on';

/** The TXT record of a domain. */
export const toRecordName = (domain: string) => `_portal-verification.${domain}`;
export const toRecordText = (proof: string) => `portal-verification=${proof}`;

type Addresses = Pick<
  Issuers,
  'toRedirectUri' | 'signedOutUri' | 'backChannelUri' | 'findSamlAddresses' | 'parseCertificate'
>;

interface Shown {
  readonly companyId: string;
  readonly stored: StoredProvider;
  /** Accounts that have the second factor on. */
  readonly secondFactors: ReadonlySet<string>;
}

export function toSingleSignOn(addresses: Addresses, { companyId, stored, secondFactors }: Shown): SingleSignOn {
  const { toRedirectUri, signedOutUri, backChannelUri } = addresses;
  const { kind, issuer, clientId, clientSecret, signInAddress, certificates, lastAnswer } = stored;
  const { domains, isDemanded, breakGlass, superAdmins, version } = stored;
  return {
    kind,
    issuer,
    clientId,
    hasClientSecret: clientSecret !== null,
    signInAddress,
    certificates: certificates.flatMap((pem) => addresses.parseCertificate(pem) ?? []),
    lastAnswer: lastAnswer && {
      at: new Date(lastAnswer.atMs).toISOString(),
      outcome: lastAnswer.outcome,
      found: lastAnswer.found,
    },
    domains: domains.map(({ domain, proof, provenAtMs }) => ({
      domain,
      recordName: toRecordName(domain),
      recordText: toRecordText(proof),
      verifiedAt: provenAtMs === null ? null : new Date(provenAtMs).toISOString(),
    })),
    isDemanded,
    breakGlass: [...breakGlass],
    superAdmins: superAdmins.map(({ id, accountId, name, email }) => ({
      id,
      name,
      email,
      hasTwoFactor: secondFactors.has(accountId),
    })),
    redirectUri: toRedirectUri(companyId),
    usesSharedRedirect: stored.sharesRedirect,
    sharedRedirectUri: toRedirectUri(null),
    signedOutUri,
    backChannelUri,
    ...addresses.findSamlAddresses(companyId),
    version,
  };
}

/** The fields of OpenID Connect, or those of SAML, whose certificates are named by their fingerprints. */
export const toAuditedProvider =
  ({ parseCertificate }: Addresses) =>
  ({ kind, issuer, clientId, signInAddress, certificates, ...stored }: StoredProvider): AuditFields => {
    const named = stored.superAdmins.filter(({ id }) => stored.breakGlass.includes(id));
    const fingerprints = certificates.map((pem) => parseCertificate(pem)?.fingerprint ?? '');
    return {
      kind,
      issuer,
      clientId,
      signInAddress,
      certificates: fingerprints.join(', '),
      domains: stored.domains.map(({ domain }) => domain).join(', '),
      isDemanded: stored.isDemanded,
      usesSharedRedirect: stored.sharesRedirect,
      breakGlass: named.map(({ email }) => email).join(', '),
    };
  };

export const toProviderSubject = (companyId: string): AuditSubject => ({
  entity: 'singleSignOn',
  entityId: companyId,
  entityLabel: 'Single sign-on',
});

interface SealedIssuer {
  readonly companyId: string;
  readonly kind: ProviderKind;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Buffer | null;
  readonly sharesRedirect: boolean;
  readonly signInAddress: string;
  readonly certificates: readonly string[];
}

/** A provider of a company with its client secret opened. @throws Problem `single-sign-on.secret-lost` where its key is gone */
export function toIssuer(sealed: SealedIssuer, secretBox: SecretBox): CompanyIssuer {
  const { companyId, clientSecret } = sealed;
  try {
    const owner = { companyId, recordId: secretRecordId };
    const opened = clientSecret === null ? undefined : secretBox.open(clientSecret, owner);
    return { ...withoutSecret(sealed), clientSecret: opened };
  } catch (cause) {
    throw new Problem('single-sign-on.secret-lost', { detail: 'the client secret cannot be opened', cause });
  }
}

type CompanyIssuer = SignInIssuer & { readonly companyId: string };

/** For what needs no secret. */
export const withoutSecret = (provider: Omit<SealedIssuer, 'clientSecret'>): CompanyIssuer => {
  const { companyId, kind, issuer, clientId, sharesRedirect, signInAddress, certificates } = provider;
  const saml = kind === 'saml' ? { signInAddress, certificates } : undefined;
  const isPool = kind === 'cognito';
  return { companyId, issuer, clientId, clientSecret: undefined, sharesRedirect, saml, isPool };
};
