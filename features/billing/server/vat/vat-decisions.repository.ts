import type { VatTreatment } from '#features/billing/contract/vat.ts';
import { columns, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const decided = {
  treatment: textOf<VatTreatment>(),
  reason: text,
  country: nullable(text),
  vatNumber: nullable(text),
  validFrom: date,
  createdAt: instant,
  createdBy: text,
};

export type StoredVatDecision = RowOf<typeof decided>;

/** The last one of a day first, the latest day before the others. */
export const listVatDecisions = statement.list({
  text: `select ${columns(decided)} from vat_decisions where company_id = $companyId order by valid_from desc, number desc`,
  row: decided,
});

const created = { ...decided, checkId: nullable(uuid) };

export const createVatDecision = statement.run({
  text: `insert into vat_decisions ${insertValues(created)}`,
  params: created,
});

/** Decisions of one company take turns, so that each sees the number and the proof that it is about. */
export const lockCompanyStatement = statement({
  text: 'select from companies where id = $companyId for no key update',
  lockedRows: 'companyId',
});

export const getTaxedCompany = statement.get({
  text: `select name, country, vat_number as "vatNumber", is_provider as "isProvider" from companies where id = $companyId`,
  row: { name: text, country: nullable(text), vatNumber: nullable(text), isProvider: boolean },
});

const check = {
  id: uuid,
  vatNumber: text,
  state: textOf<'pending' | 'valid' | 'invalid'>(),
  requestedAt: instant,
  attemptedAt: nullable(instant),
  attempts: integer,
  consultation: nullable(text),
  name: nullable(text),
  address: nullable(text),
};

export type StoredVatCheck = RowOf<typeof check>;

/** The last question about a number. */
export const findVatCheck = statement.find({
  text: `select ${columns(check)} from vat_checks where company_id = $companyId and vat_number = $vatNumber
    order by requested_at desc, id limit 1`,
  params: { vatNumber: text },
  row: check,
});

export const findVatCheckById = statement.find({
  text: `select ${columns(check)} from vat_checks where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: check,
});

export const createVatCheck = statement.run({
  text: `insert into vat_checks (company_id, id, vat_number, requested_at) values ($companyId, $id, $vatNumber, $requestedAt)`,
  params: { id: uuid, vatNumber: text, requestedAt: instant },
});

const answered = {
  state: textOf<'pending' | 'valid' | 'invalid'>(),
  consultation: nullable(text),
  name: nullable(text),
  address: nullable(text),
};

/** Notes an attempt; what was answered before stays. */
export const noteVatAttempt = statement.run({
  text: `
    update vat_checks set state = $state, consultation = $consultation, name = $name, address = $address,
      attempts = attempts + 1, attempted_at = $now
    where company_id = $companyId and id = $id and state = 'pending'`,
  params: { ...answered, id: uuid, now: instant },
});
