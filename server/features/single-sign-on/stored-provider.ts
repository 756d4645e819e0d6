import type { SingleSignOn } from '#contract/single-sign-on.ts';
import type { AuditFields, AuditSubject } from '../../records/audit.ts';
import type { SignInIssuer, SingleSignOn as Issuers } from '../../outside/identity/single-sign-on/single-sign-on.ts';
import type { SecretBox } from '../../lib/crypto/secret-box.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { StoredProvider } from './providers.repository.ts';

/** What the secret is sealed for, beside its company. */
export const secretRecordId = 'single-sign-on';

/** The TXT record of a domain. */
export const toRecordName = (domain: string) => `_portal-verification.${domain}`;
export const toRecordText = (proof: string) => `portal-verification=${proof}`;

type Addresses = Pick<Issuers, 'redirectUri' | 'signedOutUri' | 'backChannelUri'>;

/** @param secondFactors accounts that have the second factor on */
export function toSingleSignOn(
  stored: StoredProvider,
  { redirectUri, signedOutUri, backChannelUri }: Addresses,
  secondFactors: ReadonlySet<string>,
): SingleSignOn {
  const { issuer, clientId, clientSecret, domains, isDemanded, breakGlass, superAdmins, version } = stored;
  return {
    issuer,
    clientId,
    hasClientSecret: clientSecret !== null,
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
    redirectUri,
    signedOutUri,
    backChannelUri,
    version,
  };
}

export function toAuditedProvider({ issuer, clientId, ...stored }: StoredProvider): AuditFields {
  const named = stored.superAdmins.filter(({ id }) => stored.breakGlass.includes(id));
  return {
    issuer,
    clientId,
    domains: stored.domains.map(({ domain }) => domain).join(', '),
    isDemanded: stored.isDemanded,
    breakGlass: named.map(({ email }) => email).join(', '),
  };
}

export const toProviderSubject = (companyId: string): AuditSubject => ({
  entity: 'singleSignOn',
  entityId: companyId,
  entityLabel: 'Single sign-on',
});

interface SealedIssuer {
  readonly companyId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Buffer | null;
}

/** With its client secret opened. @throws Problem `single-sign-on.secret-lost` where its key is gone */
export function toIssuer({ clientSecret, ...provider }: SealedIssuer, secretBox: SecretBox): SignInIssuer {
  const owner = { companyId: provider.companyId, recordId: secretRecordId };
  try {
    return { ...provider, clientSecret: clientSecret === null ? undefined : secretBox.open(clientSecret, owner) };
  } catch (cause) {
    throw new Problem('single-sign-on.secret-lost', { detail: 'the client secret cannot be opened', cause });
  }
}
