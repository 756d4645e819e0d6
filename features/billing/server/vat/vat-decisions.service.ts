import { randomUUID } from 'node:crypto';
import type { CompanyVat, VatCheck, VatDecision, VatDecisionForm } from '#features/billing/contract/vat-decisions.ts';
import { toPercent } from '#features/billing/contract/vat-rates.ts';
import type { VatTreatment } from '#features/billing/contract/vat.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Provider } from '../invoices/provider.ts';
import { isVatOpen, proposeVat, toPlainVatNumber } from './propose-vat.ts';
import * as repository from './vat-decisions.repository.ts';
import type { StoredVatCheck, StoredVatDecision } from './vat-decisions.repository.ts';
import { findDecision, toVatTerms } from './vat-terms.ts';

type TaxedCompany = Awaited<ReturnType<typeof repository.getTaxedCompany>>;

interface ReadVat {
  readonly company: TaxedCompany;
  readonly decisions: readonly StoredVatDecision[];
  readonly check: StoredVatCheck | undefined;
}

async function readVat(tx: CompanyTransaction, company: TaxedCompany): Promise<ReadVat> {
  return {
    company,
    decisions: await repository.listVatDecisions(tx),
    check: await repository.findVatCheck(tx, { vatNumber: toPlainVatNumber(company.vatNumber) }),
  };
}

export async function getCompanyVat(
  { database, clock, provider }: Uses<'database' | 'clock' | 'provider'>,
  actor: Actor,
): Promise<CompanyVat> {
  const read = await database.inCompany(actor.companyId, async (tx) =>
    readVat(tx, await repository.getTaxedCompany(tx)),
  );
  return toCompanyVat(read, provider, getDay(clock.now().getTime(), actor.timeZone));
}

function toCompanyVat({ company, decisions, check }: ReadVat, provider: Provider, today: string): CompanyVat {
  const present = findDecision(decisions, today);
  const proposed = company.isProvider ? null : proposeVat(company, provider.vatNumber);
  const { treatment, rate } = toVatTerms(provider, decisions, today);
  return {
    treatment,
    percent: toPercent(rate),
    present: present ? toDecision(present) : null,
    decisions: decisions.map(toDecision),
    proposed,
    isOpen: isVatOpen(company, present, proposed),
    canCheck: proposed === 'reverseCharge',
    check: check ? toCheck(check) : null,
    today,
  };
}

const toDecision = ({ createdAt, createdBy, ...decision }: StoredVatDecision): VatDecision => ({
  ...decision,
  decidedAt: createdAt.toISOString(),
  decidedBy: createdBy,
});

const toCheck = ({ id: _id, attempts: _attempts, requestedAt, attemptedAt, ...check }: StoredVatCheck): VatCheck => ({
  ...check,
  requestedAt: requestedAt.toISOString(),
  attemptedAt: attemptedAt?.toISOString() ?? null,
});

const [minDay, maxDay] = ['2000-01-01', '2100-01-01'];

/** @throws Problem `vat.not-proven`, `request.invalid` */
export async function decideVat(
  { database, clock, provider }: Uses<'database' | 'clock' | 'provider'>,
  context: CallContext,
  { treatment, reason, validFrom }: VatDecisionForm,
): Promise<CompanyVat> {
  const { actor } = context;
  const now = clock.now();
  const today = getDay(now.getTime(), actor.timeZone);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const company = await lockTaxedCompany(tx);
    if (company.isProvider) throw refuse('treatment', 'The provider sends itself no invoices.');
    const read = await readVat(tx, company);
    const checkId = treatment === 'reverseCharge' ? getProof(read, provider) : null;
    const words = (reason ?? '').trim();
    allowDecision({ treatment, words, validFrom }, proposeVat(company, provider.vatNumber));
    const before = toVatTerms(provider, read.decisions, validFrom);
    await repository.createVatDecision(tx, {
      treatment,
      reason: words,
      country: company.country,
      vatNumber: company.vatNumber,
      checkId,
      validFrom,
      createdBy: toActorName(actor),
      createdAt: now,
    });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'vat.decide',
      entity: 'company',
      entityId: actor.companyId,
      entityLabel: company.name,
      before: { vat: before.treatment },
      after: { vat: treatment, validFrom, ...(words !== '' && { reason: words }) },
    });
    return toCompanyVat(await readVat(tx, company), provider, today);
  });
}

const refuse = (path: string, message: string) => new Problem('request.invalid', { fields: [{ path, message }] });

function allowDecision(
  { treatment, words, validFrom }: { treatment: VatTreatment; words: string; validFrom: string },
  proposed: VatTreatment | null,
): void {
  if (validFrom < minDay || validFrom > maxDay) throw refuse('validFrom', 'Choose another day.');
  if (words !== '') return;
  if (treatment === 'exempt') throw refuse('reason', 'Enter why it is exempt. The reason stands on the invoices.');
  if (treatment === 'outsideUnion' && proposed !== 'outsideUnion') {
    throw refuse('reason', 'Enter why the company counts as outside the Union: its country is not.');
  }
}

/** The id of the answer that proves the number. */
function getProof({ company, check }: ReadVat, provider: Provider): string {
  const isProven = proposeVat(company, provider.vatNumber) === 'reverseCharge' && check?.state === 'valid';
  if (!isProven) throw new Problem('vat.not-proven');
  return check.id;
}

async function lockTaxedCompany(tx: CompanyTransaction): Promise<TaxedCompany> {
  await tx.run(repository.lockCompanyStatement);
  return repository.getTaxedCompany(tx);
}

/** Asks VIES in the background. A question that waits is asked again, and not twice. @throws Problem `vat.not-checkable` */
export async function checkVatNumber(
  { database, clock, provider, jobs }: Uses<'database' | 'clock' | 'provider' | 'jobs'>,
  context: CallContext,
): Promise<CompanyVat> {
  const { actor } = context;
  const { companyId } = actor;
  const now = clock.now();
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage-issued');
    const company = await lockTaxedCompany(tx);
    const isCheckable = !company.isProvider && proposeVat(company, provider.vatNumber) === 'reverseCharge';
    if (!isCheckable) throw new Problem('vat.not-checkable');
    const vatNumber = toPlainVatNumber(company.vatNumber);
    const waiting = await repository.findVatCheck(tx, { vatNumber });
    const checkId = waiting?.state === 'pending' ? waiting.id : randomUUID();
    if (checkId !== waiting?.id) await repository.createVatCheck(tx, { id: checkId, vatNumber, requestedAt: now });
    await jobs.enqueue(tx, 'vat.check', { companyId, checkId });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'vat.check',
      entity: 'company',
      entityId: companyId,
      entityLabel: company.name,
      after: { vatNumber },
    });
    return toCompanyVat(await readVat(tx, company), provider, getDay(now.getTime(), actor.timeZone));
  });
}
