import type { Company } from '#features/company/contract/company.ts';
import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import {
  array,
  boolean,
  instant,
  integer,
  nullable,
  text,
  uuid,
  type ParamsOf,
  type RowOf,
  type SqlType,
} from '#server/sql/types.ts';

const address = {
  vatNumber: nullable(text),
  country: nullable(text),
  address_1: nullable(text),
  address_2: nullable(text),
  region: nullable(text),
  city: nullable(text),
  zip: nullable(text),
  invoiceReference: nullable(text),
  peppolId: nullable(text),
  billingEmail: nullable(text),
};

const row = {
  companyName: text,
  ...address,
  primaryContact: nullable(text),
  secondaryContact: nullable(text),
  logo: nullable(text),
  timeZone: text,
  currency: text,
  updatedAt: instant,
  version: integer,
} satisfies Record<Exclude<keyof Company, 'timeZoneFrom' | 'details'> | 'currency' | 'updatedAt', SqlType<unknown>>;

/** The company as it is stored; `timeZone` is its zone with the changes. */
export type StoredCompany = RowOf<typeof row>;

/** The company of the transaction, its contacts as addresses. */
export const getCompany = statement.get({
  text: `
    select c.name as "companyName", ${columns(address, 'c')}, p.email as "primaryContact", s.email as "secondaryContact", c.logo_file_key as logo,
      c.time_zone as "timeZone", c.currency, c.updated_at as "updatedAt", c.version
    from companies c
    left join users p on p.company_id = c.id and p.id = c.primary_contact_id
    left join users s on s.company_id = c.id and s.id = c.secondary_contact_id
    where c.id = $companyId`,
  row,
});

const lockCompanyStatement = statement({
  text: 'select id from companies where id = $companyId for no key update',
  lockedRows: 'companyId',
  row: { id: uuid },
});

/** Locks the company's row until the transaction ends and answers the company. */
export async function lockCompany(tx: CompanyTransaction): Promise<StoredCompany> {
  await tx.get(lockCompanyStatement);
  return getCompany(tx);
}

const listUserIdsStatement = statement({
  text: 'select id, lower(email) as email from users where company_id = $companyId and lower(email) = any($emails)',
  params: { emails: array(text) },
  row: { id: uuid, email: text },
});

/** Ids of the company's users by lower-case address; an unknown address is missing. */
export async function listUserIdsByEmail(
  tx: CompanyTransaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.list(listUserIdsStatement, { emails });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Whether the database knows the zone of this name. */
export const isKnownZone = statement.get({
  text: 'select exists (select from pg_timezone_names where name = $name) as "isKnown"',
  params: { name: text },
  row: { isKnown: boolean },
});

/** Fields that a save of the details writes. */
const details = {
  name: text,
  timeZone: text,
  ...address,
  primaryContactId: nullable(uuid),
  secondaryContactId: nullable(uuid),
};
export type CompanyDetails = ParamsOf<typeof details>;

/** Writes the details of the company that this transaction has locked. */
export const updateCompany = statement.run({
  text: `
    update companies set ${assignments(details)}, version = version + 1, updated_at = $now where id = $companyId`,
  params: { ...details, now: instant },
});

/** Writes the logo of the company that this transaction has locked; null means no logo. */
export const updateLogo = statement.run({
  text: `
    update companies set logo_file_key = $key, version = version + 1, updated_at = $now where id = $companyId`,
  params: { key: nullable(text), now: instant },
});

const logo = { key: text, contentType: text, purpose: text, createdAt: instant };

const createLogoStatement = statement({ text: `insert into files ${insertValues(logo)}`, params: logo });

export async function createLogo(
  tx: CompanyTransaction,
  file: { key: string; contentType: string },
  now: Date,
): Promise<void> {
  await tx.run(createLogoStatement, { ...file, purpose: 'logo', createdAt: now });
}

/** The key of the company's logo; null without one. */
export const getLogo = statement.get({
  text: 'select logo_file_key as key from companies where id = $companyId',
  row: { key: nullable(text) },
});

export const deleteLogo = statement.run({
  text: `delete from files where company_id = $companyId and key = $key and purpose = 'logo'`,
  params: { key: text },
});
