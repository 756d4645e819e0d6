import type { Uses } from '#server/portal/portal.ts';
import { randomBytes } from 'node:crypto';
import {
  certificateError,
  type SingleSignOn,
  type SingleSignOnForm,
  type SingleSignOnTest,
} from '#features/sign-in/contract/single-sign-on.ts';
import type { SamlMetadata } from '#features/sign-in/contract/saml.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { listShownFactors } from '#server/access/second-factors.ts';
import type { SecretBox } from '#server/lib/crypto/secret-box.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { SingleSignOn as Issuers } from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './providers.repository.ts';
import type { StoredProvider } from './providers.repository.ts';
import {
  secretRecordId,
  toAuditedProvider,
  toIssuer,
  toProviderSubject,
  toRecordName,
  toRecordText,
  toSingleSignOn,
} from './stored-provider.ts';

const capability = 'single-sign-on.manage';

export function getSingleSignOn(portal: Uses<'database' | 'singleSignOn'>, actor: Actor): Promise<SingleSignOn> {
  const { companyId } = actor;
  return portal.database.inCompany(companyId, (tx) => present(portal, tx, companyId));
}

async function present({ singleSignOn }: Uses<'singleSignOn'>, tx: CompanyTransaction, companyId: string) {
  const stored = await repository.getProvider(tx);
  const secondFactors = await listShownFactors(tx, stored.superAdmins);
  return toSingleSignOn(singleSignOn, { companyId, stored, secondFactors });
}

/**
 * Sets issuer, domains and the demand. Sessions of a former issuer or client end.
 * @throws Problem `single-sign-on.no-domain` or `single-sign-on.no-break-glass` where single sign-on cannot be demanded
 */
export async function updateSingleSignOn(
  portal: Uses<'database' | 'identity' | 'singleSignOn' | 'secretBox' | 'clock'>,
  context: CallContext,
  form: SingleSignOnForm,
): Promise<SingleSignOn> {
  const { database, identity, clock, singleSignOn, secretBox } = portal;
  const { companyId } = context.actor;
  const now = clock.now();
  const values = toValues(singleSignOn, form);
  let isOther = false;
  let secondFactors: ReadonlySet<string> = new Set();
  const answer = await database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, capability);
    await repository.ensureProvider(tx, { now });
    const written = await changeRecord<StoredProvider>(tx, {
      context,
      now,
      action: 'singleSignOn.update',
      lock: async () => {
        const stored = await repository.lockProvider(tx);
        secondFactors = await listShownFactors(tx, stored?.superAdmins ?? []);
        return stored;
      },
      version: form.version,
      toVisible: (stored) => toSingleSignOn(singleSignOn, { companyId, stored, secondFactors }),
      write: async (stored) => {
        isOther = isOtherService(stored, values);
        const clientSecret = chooseSecret(secretBox, { companyId, form, stored, issuer: values.issuer });
        if (stored.issuer !== values.issuer || stored.kind !== form.kind) await repository.deleteLinks(tx);
        await writeDomains(tx, form.domains);
        await repository.updateProvider(tx, { ...values, clientSecret, sharesRedirect: isShared(stored, form), now });
        const changed = await repository.getProvider(tx);
        if (form.isDemanded) await allowDemand(tx, changed);
        return changed;
      },
      toSubject: () => toProviderSubject(companyId),
      toFields: toAuditedProvider(singleSignOn),
      ...(form.kind !== 'saml' && form.clientSecret && { alsoAudited: { clientSecretReplaced: true } }),
    });
    return toSingleSignOn(singleSignOn, { companyId, stored: written, secondFactors });
  });
  if (isOther) await identity.endSignOns(companyId);
  return answer;
}

/** @throws Problem `request.invalid` for a certificate or an address that cannot be used */
function toValues(issuers: Issuers, form: SingleSignOnForm) {
  const { kind, isDemanded } = form;
  const issuer = form.kind === 'cognito' ? issuers.toPoolIssuer(form.userPoolId) : form.issuer;
  const common = { kind, issuer, isDemanded, breakGlass: [...new Set(form.breakGlass)] };
  if (form.kind !== 'saml') return { ...common, clientId: form.clientId, signInAddress: '', certificates: [] };
  const { signInAddress } = form;
  if (!issuers.isAllowedSignInAddress(signInAddress)) {
    throw new Problem('request.invalid', { fields: [{ path: 'signInAddress', message: 'Use an https address.' }] });
  }
  const certificates = form.certificates.map((text) => {
    const certificate = issuers.parseCertificate(text);
    if (certificate) return certificate.pem;
    throw new Problem('request.invalid', { fields: [{ path: 'certificates', message: certificateError }] });
  });
  return { ...common, clientId: '', signInAddress, certificates: [...new Set(certificates)] };
}

/** Whether the sessions of the stored service end: with another service or client, or where no certificate is kept. */
function isOtherService(stored: StoredProvider, values: ReturnType<typeof toValues>): boolean {
  const isOther = (['kind', 'issuer', 'clientId'] as const).some((name) => stored[name] !== values[name]);
  const kept = stored.certificates.filter((pem) => values.certificates.includes(pem));
  return isOther || (stored.certificates.length > 0 && kept.length === 0);
}

/** Only the stored issuer and client can still know the shared redirect URI, until a SuperAdmin says that they do not. */
const isShared = (stored: StoredProvider, form: SingleSignOnForm): boolean =>
  stored.sharesRedirect &&
  form.kind === 'oidc' &&
  form.usesSharedRedirect !== false &&
  (['kind', 'issuer', 'clientId'] as const).every((name) => stored[name] === form[name]);

interface ChosenSecret {
  readonly companyId: string;
  readonly form: SingleSignOnForm;
  readonly stored: StoredProvider;
  readonly issuer: string;
}

/** The stored secret is never sent to another issuer. @throws Problem `request.invalid` */
function chooseSecret(secretBox: SecretBox, { companyId, form, stored, issuer }: ChosenSecret): Buffer | null {
  if (form.kind === 'saml') return null;
  if (form.clientSecret) return secretBox.seal(form.clientSecret, { companyId, recordId: secretRecordId });
  if (stored.clientSecret === null || stored.issuer === issuer) return stored.clientSecret;
  const message = 'Enter the client secret again, because the issuer has changed.';
  throw new Problem('request.invalid', { fields: [{ path: 'clientSecret', message }] });
}

async function writeDomains(tx: CompanyTransaction, domains: readonly string[]): Promise<void> {
  await repository.deleteOtherDomains(tx, { domains: [...domains] });
  for (const domain of new Set(domains)) {
    await repository.createDomain(tx, { domain, proof: randomBytes(20).toString('base64url') });
  }
}

/** Every named SuperAdmin must be able to sign in: an active one of this company, with the second factor on. */
async function allowDemand(tx: CompanyTransaction, stored: StoredProvider): Promise<void> {
  if (!stored.domains.some(({ provenAtMs }) => provenAtMs !== null)) throw new Problem('single-sign-on.no-domain');
  const factors = await listShownFactors(tx, stored.superAdmins);
  const able = stored.superAdmins.filter(({ accountId }) => factors.has(accountId)).map(({ id }) => id);
  const areAble = stored.breakGlass.every((id) => able.includes(id));
  if (!areAble || stored.breakGlass.length === 0) throw new Problem('single-sign-on.no-break-glass');
}

/** Tests the stored client, and verifies the domains whose record is there by now. @throws Problem `record.not-found` */
export async function testSingleSignOn(
  portal: Uses<'database' | 'identity' | 'singleSignOn' | 'secretBox' | 'clock'>,
  { actor }: CallContext,
): Promise<SingleSignOnTest> {
  const { database, singleSignOn, secretBox, clock } = portal;
  const { companyId } = actor;
  const stored = await database.inCompany.read(companyId, repository.getProvider);
  if (stored.issuer === '') throw new Problem('record.not-found');
  const [outcome, proven] = await Promise.all([
    singleSignOn.test(toIssuer({ ...stored, companyId }, secretBox)),
    listProven(singleSignOn, stored),
  ]);
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, capability);
    for (const { domain, proof } of proven) await repository.proveDomain(tx, { domain, proof, now: clock.now() });
    return { outcome, singleSignOn: await present(portal, tx, companyId) };
  });
}

async function listProven(singleSignOn: Issuers, { domains }: StoredProvider) {
  const looked = domains
    .filter(({ provenAtMs }) => provenAtMs === null)
    .map(async (each) => {
      const texts = await singleSignOn.findTexts(toRecordName(each.domain));
      return texts?.includes(toRecordText(each.proof)) ? [each] : [];
    });
  return (await Promise.all(looked)).flat();
}

/** @throws Problem `single-sign-on.not-metadata` */
export async function parseMetadata({ singleSignOn }: Uses<'singleSignOn'>, metadata: string): Promise<SamlMetadata> {
  const found = await singleSignOn.parseSamlMetadata(metadata);
  if ('fault' in found) throw new Problem('single-sign-on.not-metadata', { reason: found.fault });
  return found;
}

/** Deletes the issuer with its domains and links; its sessions end. @throws Problem `record.not-found` */
export async function deleteSingleSignOn(
  portal: Uses<'database' | 'identity' | 'singleSignOn' | 'clock'>,
  context: CallContext,
): Promise<SingleSignOn> {
  const { database, identity, singleSignOn, clock } = portal;
  const { companyId } = context.actor;
  const answer = await database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, capability);
    await deleteRecord(tx, {
      context,
      now: clock.now(),
      action: 'singleSignOn.delete',
      lock: () => repository.lockProvider(tx),
      delete: async () => {
        await repository.deleteLinks(tx);
        await repository.deleteProvider(tx);
      },
      toSubject: () => toProviderSubject(companyId),
      toFields: toAuditedProvider(singleSignOn),
    });
    return present(portal, tx, companyId);
  });
  await identity.endSignOns(companyId);
  return answer;
}
