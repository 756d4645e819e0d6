import type { Uses } from '#server/portal/portal.ts';
import { findPlannedChange, getChosenName, planZoneChange } from '#contract/calendar/zone-changes.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { Company, CompanyUpdate } from '#features/company/contract/company.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { chooseVatNumber, toVisibleCompany } from './company.policy.ts';
import * as repository from './company.repository.ts';
import type { CompanyDetails, StoredCompany } from './company.repository.ts';

export async function getCompany({ database, clock }: Uses<'database' | 'clock'>, actor: Actor): Promise<Company> {
  const stored = await database.inCompany(actor.companyId, repository.getCompany);
  return toVisibleCompany(actor, toCompany(stored, clock.now()));
}

function toCompany({ timeZone, currency, updatedAt, ...stored }: StoredCompany, now: Date): Company {
  const planned = findPlannedChange(timeZone, now.getTime());
  const details = { currency, period: 'monthly' as const, lastUpdated: updatedAt.toISOString() };
  return { ...stored, timeZone: getChosenName(timeZone), timeZoneFrom: planned?.from ?? null, details };
}

/** Updates the details. A body may repeat the logo's key, but not change it, because the logo has its own endpoints. */
export function updateCompany(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  update: CompanyUpdate,
): Promise<Company> {
  return portal.database.inCompany(context.actor.companyId, async (tx) => {
    const write = async (now: Date, stored: StoredCompany) => {
      const contacts = await getContactIds(tx, update);
      const values: CompanyDetails = {
        name: update.companyName,
        timeZone: await planTimeZone(tx, stored.timeZone, update.timeZone, now),
        vatNumber: chooseVatNumber(context.actor, update, stored.vatNumber),
        country: update.country,
        address_1: update.address_1,
        address_2: update.address_2 || null,
        region: update.region || null,
        city: update.city,
        zip: update.zip,
        invoiceReference:
          update.invoiceReference === undefined ? stored.invoiceReference : update.invoiceReference || null,
        peppolId: update.peppolId === undefined ? stored.peppolId : update.peppolId || null,
        billingEmail: update.billingEmail === undefined ? stored.billingEmail : update.billingEmail || null,
        ...contacts,
      };
      await repository.updateCompany(tx, { ...values, now });
    };
    const allow = (stored: StoredCompany) => {
      if (update.logo == null || update.logo === stored.logo) return;
      throw new Problem('request.invalid', { fields: [{ path: 'logo', message: 'Upload the logo separately.' }] });
    };
    return updateCompanyInTransaction(portal, tx, context, { version: update.version, allow, write });
  });
}

interface CompanyChange {
  readonly version?: number | undefined;
  readonly allow?: (stored: StoredCompany) => void;
  readonly write: (now: Date, stored: StoredCompany) => Promise<void>;
}

/** Changes the actor's company together with its audit entry. @throws Problem `record.stale`, or what `allow` throws */
export async function updateCompanyInTransaction(
  { clock }: Uses<'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { version, write, ...policy }: CompanyChange,
): Promise<Company> {
  const now = clock.now();
  await confirmActor(tx, context.actor, 'company.update');
  const changed = await changeRecord<StoredCompany>(tx, {
    ...policy,
    context,
    now,
    action: 'company.update',
    lock: () => repository.lockCompany(tx),
    version,
    toVisible: (stored) => toVisibleCompany(context.actor, toCompany(stored, now)),
    write: async (stored) => {
      await write(now, stored);
      return repository.getCompany(tx);
    },
    toSubject: ({ companyName }) => ({
      entity: 'company',
      entityId: context.actor.companyId,
      entityLabel: companyName,
    }),
    toFields: (stored) => ({ ...toCompany(stored, now), details: undefined }),
  });
  return toVisibleCompany(context.actor, toCompany(changed, now));
}

/**
 * The company's zone with the chosen one from the next period on.
 * @throws Problem `request.invalid` for a zone that the database does not know, or one that can not follow
 */
async function planTimeZone(
  tx: CompanyTransaction,
  stored: string,
  name: string | undefined,
  now: Date,
): Promise<string> {
  if (name === undefined || name === getChosenName(stored)) return stored;
  const refuse = (message: string) => new Problem('request.invalid', { fields: [{ path: 'timeZone', message }] });
  const { isKnown } = await repository.isKnownZone(tx, { name });
  if (!isKnown) throw refuse('This time zone is not known.');
  const planned = planZoneChange(stored, name, now.getTime());
  if (planned === undefined) throw refuse('This time zone is more than a day away from the present one.');
  return planned;
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
    .map(([path]) => ({ path, message: 'No user of this company has this e-mail address.' }));
  if (fields.length > 0) throw new Problem('company.contact-unknown', { fields });
  return {
    primaryContactId: ids.get(emails.primaryContact ?? '') ?? null,
    secondaryContactId: ids.get(emails.secondaryContact ?? '') ?? null,
  };
}

function toEmail(contact: string | null | undefined): string | null {
  return contact ? toEmailKey(contact) : null;
}
