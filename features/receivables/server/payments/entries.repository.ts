import type { EntryState, UndecidedReason } from '#features/receivables/contract/payments/entry-words.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, date, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

/* Entries are rows of the provider, which system transactions read and write beside those of its customers. */

const shown = {
  id: uuid,
  kind: textOf<'credit' | 'return'>(),
  state: textOf<EntryState>(),
  reason: nullable(textOf<UndecidedReason>()),
  day: date,
  amountTenThousandths: integer,
  assignedTenThousandths: integer,
  /** The part of a credit that returns have taken back. */
  returnedTenThousandths: integer,
  payerName: nullable(text),
  payerIban: nullable(text),
  references: array(text),
  text,
  searched: text,
  identifications: array(text),
  isBatch: boolean,
  customerId: nullable(uuid),
  returnsId: nullable(uuid),
  decidedBy: nullable(text),
  isManual: boolean,
  version: integer,
};

export type StoredEntry = RowOf<typeof shown>;

const columns = `id, kind, state, reason, day, amount_ten_thousandths as "amountTenThousandths",
  assigned_ten_thousandths as "assignedTenThousandths",
  returned_ten_thousandths as "returnedTenThousandths", payer_name as "payerName", payer_iban as "payerIban",
  payment_references as "references", remittance as text, searched, identifications, is_batch as "isBatch",
  customer_id as "customerId", returns_id as "returnsId", decided_by as "decidedBy", is_manual as "isManual", version`;

/** Writes new entries, and answers those that no earlier file had brought. Lists of an entry are given as JSON. */
export const createEntries = systemStatement.list({
  text: `
    insert into bank_entries (company_id, statement_id, position, bank_key, kind, amount_ten_thousandths, day, payer_name,
      payer_iban, payment_references, remittance, searched, identifications, is_batch, reason)
    select $provider, $statementId, position, key, kind, amount, day, name, iban,
      array(select jsonb_array_elements_text(refs::jsonb)), remittance, searched,
      array(select jsonb_array_elements_text(ids::jsonb)), is_batch, reason
    from unnest($positions::int[], $bankKeys::text[], $kinds::text[], $amounts::bigint[], $days::date[], $payerNames::text[],
      $payerIbans::text[], $references::text[], $texts::text[], $searched::text[], $identifications::text[], $batches::boolean[],
      $reasons::text[])
      as e (position, key, kind, amount, day, name, iban, refs, remittance, searched, ids, is_batch, reason)
    on conflict on constraint bank_entries__bank_key do nothing returning id`,
  params: {
    provider: uuid,
    statementId: uuid,
    positions: array(integer),
    bankKeys: array(text),
    kinds: array(text),
    amounts: array(integer),
    days: array(date),
    payerNames: array(nullable(text)),
    payerIbans: array(nullable(text)),
    references: array(text),
    texts: array(text),
    searched: array(text),
    identifications: array(text),
    batches: array(boolean),
    reasons: array(nullable(text)),
  },
  row: { id: uuid },
});

/** The open entries of a kind that rules may decide about, in the order of the bank; of very many the newest. */
const openEntries = (kind: 'credit' | 'return') => `
  select * from (
    select ${columns}, position, bank_key as key from bank_entries
    where company_id = $provider and state = 'open' and kind = '${kind}' and not is_manual and assigned_ten_thousandths = 0
    order by day desc, position, bank_key limit 20000) newest
  order by day, position, key`;

const listed = { ...shown, position: integer, key: text };

export const listOpenCredits = systemStatement.list({
  text: openEntries('credit'),
  params: { provider: uuid },
  row: listed,
});

export const listOpenReturns = systemStatement.list({
  text: openEntries('return'),
  params: { provider: uuid },
  row: listed,
});

/** Credits of given amounts or identifications that were not wholly taken back. */
export const listCreditsOf = systemStatement.list({
  text: `
    select ${columns} from bank_entries
    where company_id = $provider and kind = 'credit' and state <> 'returned'
      and (amount_ten_thousandths = any($amounts) or identifications && $identifications)
    order by day desc, bank_key limit 20000`,
  params: { provider: uuid, amounts: array(integer), identifications: array(text) },
  row: shown,
});

/** Credits that a return may take back, wholly or in part, the likeliest first. */
export const listReturnableCredits = systemStatement.list({
  text: `
    select ${columns} from bank_entries
    where company_id = $provider and kind = 'credit' and state <> 'returned' and day <= $day
      and amount_ten_thousandths - returned_ten_thousandths >= $amount
      and ($search = '' or position(lower($search) in lower(concat_ws(' ', payer_name, payer_iban, remittance,
        array_to_string(payment_references, ' ')))) > 0)
    order by identifications && $identifications desc, coalesce(payer_iban = $payerIban, false) desc,
      amount_ten_thousandths - returned_ten_thousandths = $amount desc, day desc, id limit $limit`,
  params: {
    provider: uuid,
    day: date,
    amount: integer,
    search: text,
    identifications: array(text),
    payerIban: nullable(text),
    limit: integer,
  },
  row: shown,
});

export const findEntry = systemStatement.find({
  text: `select ${columns} from bank_entries where company_id = $provider and id = $id`,
  params: { provider: uuid, id: uuid },
  row: shown,
});

export const listEntriesOfStatement = systemStatement.list({
  text: `select ${columns} from bank_entries where company_id = $provider and statement_id = $statementId order by position, id`,
  params: { provider: uuid, statementId: uuid },
  row: shown,
});

/** The returns that take back given credits. */
export const listReturnsOf = systemStatement.list({
  text: `select ${columns} from bank_entries where company_id = $provider and returns_id = any($ids) order by id`,
  params: { provider: uuid, ids: array(uuid) },
  row: shown,
});

/** The customers that have paid from accounts. */
export const listKnownPayers = systemStatement.list({
  text: `
    select distinct payer_iban as "payerIban", customer_id as "customerId" from bank_entries
    where company_id = $provider and payer_iban = any($ibans) and customer_id is not null and kind = 'credit'
      and assigned_ten_thousandths > 0`,
  params: { provider: uuid, ibans: array(text) },
  row: { payerIban: nullable(text), customerId: nullable(uuid) },
});

/** Writes what was decided about entries; the transaction holds the provider. */
export const updateEntries = systemStatement.run({
  text: `
    update bank_entries e set state = u.state, reason = u.reason, assigned_ten_thousandths = u.assigned,
      returned_ten_thousandths = u.taken,
      customer_id = u.customer, returns_id = u.returns, decided_by = u.decided_by, is_manual = u.is_manual,
      version = e.version + 1
    from unnest($ids::uuid[], $states::text[], $reasons::text[], $assigned::bigint[], $taken::bigint[], $customers::uuid[], $returns::uuid[],
      $decidedBy::text[], $manual::boolean[]) as u (id, state, reason, assigned, taken, customer, returns, decided_by, is_manual)
    where e.company_id = $provider and e.id = u.id`,
  params: {
    provider: uuid,
    ids: array(uuid),
    states: array(text),
    reasons: array(nullable(text)),
    assigned: array(integer),
    taken: array(integer),
    customers: array(nullable(uuid)),
    returns: array(nullable(uuid)),
    decidedBy: array(nullable(text)),
    manual: array(boolean),
  },
});

export const deleteEntriesOfStatement = systemStatement.run({
  text: 'delete from bank_entries where company_id = $provider and statement_id = $statementId',
  params: { provider: uuid, statementId: uuid },
});

/** One page of a state, the newest first, after the entry `day` and `id`; both null for the first page. */
export const listEntries = systemStatement.list({
  text: `
    select ${columns} from bank_entries
    where company_id = $provider and state = $state
      and ($day::date is null or (day, id) < ($day::date, $id::uuid))
      and ($search = '' or position(lower($search) in lower(concat_ws(' ', payer_name, payer_iban, remittance,
        array_to_string(payment_references, ' ')))) > 0)
    order by day desc, id desc limit $limit`,
  params: { provider: uuid, state: text, day: nullable(date), id: nullable(uuid), search: text, limit: integer },
  row: shown,
});

export const countEntries = systemStatement.get({
  text: `
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'matched')::int as matched,
      count(*) filter (where state = 'aside')::int as aside, count(*) filter (where state = 'returned')::int as returned,
      coalesce(sum(amount_ten_thousandths - assigned_ten_thousandths - returned_ten_thousandths)
        filter (where state = 'open' and kind = 'credit'), 0)::bigint as "openRest"
    from bank_entries where company_id = $provider`,
  params: { provider: uuid },
  row: { open: integer, matched: integer, aside: integer, returned: integer, openRest: integer },
});
