import { userFieldNames } from '#features/people/contract/user-fields.ts';
import { toColumn } from '../../sql/columns.ts';
import { acting, ofCompany, secret, type TableFacts } from './table-facts.ts';

export const companiesTables = {
  companies: {
    place: 'copied',
    restored: 'replaced',
    person: {
      name: ofCompany,
      vat_number: ofCompany,
      country: ofCompany,
      address_1: ofCompany,
      address_2: ofCompany,
      region: ofCompany,
      city: ofCompany,
      zip: ofCompany,
      logo_file_key: 'none',
      time_zone: 'none',
      currency: 'none',
      status: 'none',
      suspension_reason: ofCompany,
      invoice_reference: ofCompany,
      peppol_id: ofCompany,
      billing_email: ofCompany,
      deletion_reason: ofCompany,
    },
  },
  users: {
    place: 'copied',
    restored: 'added',
    person: Object.fromEntries(userFieldNames.map((field) => [toColumn(field), 'erased'])),
  },
  company_notes: {
    place: 'shard',
    restored: 'kept',
    person: { text: { kept: 'a note of the provider about the company, deleted with it' }, author_name: acting },
    isLeftOut: true,
    isOfProvider: true,
    example: `insert into company_notes (text, author_account_id, author_name, created_at) values ('t', '{id}', 'a', now())`,
  },
  agreements: {
    place: 'coordinator',
    restored: 'kept',
  },
  user_sign_ins: {
    place: 'shard',
    restored: 'kept',
    example: `insert into user_sign_ins (user_id, last_sign_in_at) select id, now() from users`,
  },
  role_rights: {
    place: 'copied',
    restored: 'kept',
    person: { changes: 'none' },
    example: `insert into role_rights default values`,
  },
  sign_in_providers: {
    place: 'copied',
    restored: 'kept',
    person: {
      issuer: ofCompany,
      client_id: ofCompany,
      kind: 'none',
      sign_in_address: ofCompany,
      certificates: 'none',
      last_answer: 'erased',
    },
    withheld: { client_secret: secret },
    example: `insert into sign_in_providers default values`,
  },
  sign_in_domains: {
    place: 'copied',
    restored: 'kept',
    person: { domain: ofCompany, proof: 'none' },
    example: `insert into sign_in_domains values (default, 'd', 'p')`,
  },
  sign_in_links: {
    place: 'copied',
    restored: 'kept',
    person: { issuer: 'erased', subject: 'erased' },
    example: `insert into sign_in_links select company_id, '', '', id, id, now() from users`,
  },
  pool_agreements: {
    place: 'shard',
    restored: 'kept',
    person: { subject: 'erased', email: 'erased', document: 'none', version: 'none' },
    example: `insert into pool_agreements (subject, email, document, version, accepted_at)
      values ('s', 'e', 'termsConditions', '1', now())`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
