import { toEmailKey } from '#contract/fields.ts';
import type { Company, CompanyUpdate } from '#contract/company.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { recordAudit } from '../../records/audit.ts';
import type { Database } from '../../database/open-database.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import * as repository from './company.repository.ts';
import type { CompanyDetails } from './company.repository.ts';

export interface CompanyDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export function getCompany({ database }: CompanyDependencies, actor: Actor): Promise<Company> {
  return database.withCompany(actor.companyId, repository.getCompany);
}

/** Updates the details. A body may repeat the logo's key, but not change it, because the logo has its own endpoints. */
export function updateCompany(
  dependencies: CompanyDependencies,
  context: CallContext,
  update: CompanyUpdate,
): Promise<Company> {
  return dependencies.database.withCompany(context.actor.companyId, async (tx) => {
    const stored = await repository.lockCompany(tx);
    refuseStale(stored, update.version);
    if (update.logo != null && update.logo !== stored.logo) {
      throw new Problem('request.invalid', { fields: [{ path: 'logo', message: 'The logo is uploaded on its own.' }] });
    }
    const contacts = await getContactIds(tx, update);
    const values: CompanyDetails = {
      name: update.companyName,
      vatNumber: update.vatNumber,
      country: update.country,
      address_1: update.address_1,
      address_2: update.address_2 || null,
      region: update.region || null,
      city: update.city,
      zip: update.zip,
      ...contacts,
    };
    return writeCompany(dependencies, tx, context, {
      stored,
      write: (now) => repository.updateCompany(tx, values, now),
    });
  });
}

/** Writes a locked company together with its audit entry. */
export async function writeCompany(
  { clock }: CompanyDependencies,
  tx: CompanyTransaction,
  context: CallContext,
  { stored, write }: { stored: Company; write: (now: Date) => Promise<void> },
): Promise<Company> {
  const now = clock.now();
  const { companyId } = context.actor;
  await write(now);
  const current = await repository.getCompany(tx);
  await recordAudit(tx, {
    ...toAuditStamp(context, now),
    action: 'company.update',
    entity: 'company',
    entityId: companyId,
    entityLabel: current.companyName,
    before: toAuditedCompany(stored),
    after: toAuditedCompany(current),
  });
  return current;
}

function refuseStale(stored: Company, version: number | undefined): void {
  if (version !== undefined && version !== stored.version) throw new Problem('record.stale', { current: stored });
}

/** A contact is a user of this company; the address of any other account is refused like an unknown one. */
async function getContactIds(
  tx: CompanyTransaction,
  { primaryContact, secondaryContact }: Pick<CompanyUpdate, 'primaryContact' | 'secondaryContact'>,
): Promise<Pick<CompanyDetails, 'primaryContactId' | 'secondaryContactId'>> {
  const emails = { primaryContact: toEmail(primaryContact), secondaryContact: toEmail(secondaryContact) };
  const wanted = Object.values(emails).filter((email) => email !== null);
  const ids = await repository.listUserIdsByEmail(tx, wanted);
  const fields: FieldProblem[] = Object.entries(emails)
    .filter(([, email]) => email !== null && !ids.has(email))
    .map(([path]) => ({ path, message: 'This is not the e-mail address of a user of this company.' }));
  if (fields.length > 0) throw new Problem('company.contact-unknown', { fields });
  return {
    primaryContactId: ids.get(emails.primaryContact ?? '') ?? null,
    secondaryContactId: ids.get(emails.secondaryContact ?? '') ?? null,
  };
}

function toEmail(contact: string | null | undefined): string | null {
  return contact ? toEmailKey(contact) : null;
}

function toAuditedCompany({ version: _version, ...company }: Company): Omit<Company, 'version'> {
  return company;
}
