import type { Role } from '#contract/capabilities.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const suspendable = {
  id: uuid,
  name: text,
  status: textOf<'active' | 'pending'>(),
  isProvider: boolean,
  timeZone: text,
  suspendedFrom: nullable(instant),
  suspensionReason: nullable(text),
  deletionDueAt: nullable(instant),
  deletionSuspends: boolean,
};

const suspendableColumns = `id, name, status, is_provider as "isProvider", time_zone as "timeZone",
  suspended_from as "suspendedFrom", suspension_reason as "suspensionReason",
  deletion_due_at as "deletionDueAt", deletion_suspends as "deletionSuspends"`;

/** A company as its suspension sees it. */
export type SuspendableCompany = RowOf<typeof suspendable>;

/** Locks the company's row until the transaction ends; undefined also for a sign-up without a verified address. */
export const lockCompany = systemStatement.find({
  text: `select ${suspendableColumns} from companies where company_is_proven(id) and id = $id for update`,
  params: { id: uuid },
  row: suspendable,
});

export const createSuspension = systemStatement.run({
  text: `
    update companies set suspended_from = $from, suspension_reason = $reason, suspension_mailed = $isMailed,
      updated_at = $now
    where id = $id`,
  params: { id: uuid, from: instant, reason: text, isMailed: boolean, now: instant },
});

export const deleteSuspension = systemStatement.run({
  text: `
    update companies set suspended_from = null, suspension_reason = null, suspension_mailed = false, updated_at = $now
    where id = $id`,
  params: { id: uuid, now: instant },
});

/** Claims a company whose announced suspension has begun. Several portals claim different ones. */
export const claimBegunSuspension = systemStatement.find({
  text: `
    update companies set suspension_mailed = true, updated_at = $now
    where id = (
      select id from companies where suspended_from <= $now and not suspension_mailed
      order by suspended_from, id limit 1 for update skip locked)
    returning ${suspendableColumns}`,
  params: { now: instant },
  row: suspendable,
});

/** The users of a company who have one of the roles, for the mails about its suspension and its deletion. */
export const listRecipients = systemStatement.list({
  text: `
    select email, first_name as "firstName" from users
    where company_id = $company and roles && $roles and deactivated_at is null order by id`,
  params: { company: uuid, roles: array(textOf<Role>()) },
  row: { email: text, firstName: text },
});
