import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Company } from '#features/company/contract/company.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
});

const companyForm = (values: Record<string, unknown> = {}) => ({
  companyName: 'Acme Manufacturing',
  vatNumber: 'EE101218458',
  country: 'Estonia',
  address_1: 'Pärnu mnt 1',
  city: 'Tallinn',
  zip: '10148',
  ...values,
});

const save = (values: Record<string, unknown> = {}, as = user) =>
  portal().call('/company/info', { as, method: 'PUT', body: companyForm(values) });

test('every user of the company saves its details; empty optional fields are kept as null', async () => {
  const saved = await save({ address_2: '', region: '', primaryContact: '', secondaryContact: null });
  expect(saved.status).toBe(200);
  expect(saved.body).toEqual({
    ...companyForm(),
    address_2: null,
    region: null,
    invoiceReference: null,
    peppolId: null,
    billingEmail: null,
    primaryContact: null,
    secondaryContact: null,
    logo: null,
    timeZone: 'Europe/Tallinn',
    timeZoneFrom: null,
    details: { currency: 'EUR', period: 'monthly', lastUpdated: portal().clock.now().toISOString() },
    version: (saved.body as Company).version,
  });
  const { superAdmin: stranger } = await portal().makeCompany();
  expect((await portal().call('/company/info', { as: stranger })).body).toMatchObject({ vatNumber: null, version: 1 });
});

test('the reference for invoices is stored, kept where it is missing, and short', async () => {
  expect(await save({ invoiceReference: 'PO 4711' })).toMatchObject({ body: { invoiceReference: 'PO 4711' } });
  expect(await save()).toMatchObject({ status: 200, body: { invoiceReference: 'PO 4711' } });
  expect(await save({ invoiceReference: 'x'.repeat(61) })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'invoiceReference', message: 'The input can have at most 60 characters.' }] },
  });
  expect(await save({ invoiceReference: '' })).toMatchObject({ body: { invoiceReference: null } });
});

test('the Peppol ID is stored, kept where it is missing, and one of a known scheme', async () => {
  expect(await save({ peppolId: '0191:12345678' })).toMatchObject({ body: { peppolId: '0191:12345678' } });
  expect(await save()).toMatchObject({ status: 200, body: { peppolId: '0191:12345678' } });
  expect(await save({ peppolId: '0001:1' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'peppolId', message: 'Enter a Peppol ID, e.g. 0191:12345678.' }] },
  });
  expect(await save({ peppolId: '' })).toMatchObject({ body: { peppolId: null } });
});

test('the billing e-mail is any address, kept where it is missing', async () => {
  expect(await save({ billingEmail: 'invoices@acme.example' })).toMatchObject({ status: 200 });
  expect(await save()).toMatchObject({ body: { billingEmail: 'invoices@acme.example' } });
  expect(await save({ billingEmail: 'a@b, c@d' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'billingEmail', message: 'The input is not a valid email address!' }] },
  });
  expect(await save({ billingEmail: '' })).toMatchObject({ body: { billingEmail: null } });
});

test('contacts are users of this company, by their address in any letters', async () => {
  const contact = await buildUser(portal().database, user.companyId);
  const saved = await save({ primaryContact: contact.email.toUpperCase(), secondaryContact: user.email });
  expect(saved).toMatchObject({ status: 200, body: { primaryContact: contact.email, secondaryContact: user.email } });
});

test('a user of another company and an unknown one are refused as contact in the same words', async () => {
  const { superAdmin: stranger } = await portal().makeCompany();
  const before = (await portal().call('/company/info', { as: user })).body;
  for (const email of [stranger.email, `${randomUUID()}@test.example`]) {
    const { status, body } = await save({ primaryContact: email, secondaryContact: email });
    const message = 'No user of this company has this e-mail address.';
    expect(status).toBe(422);
    expect({ ...(body as object), requestId: '' }).toEqual({
      code: 'company.contact-unknown',
      message,
      errorMessage: message,
      fields: [
        { path: 'primaryContact', message },
        { path: 'secondaryContact', message },
      ],
      requestId: '',
    });
  }
  expect((await portal().call('/company/info', { as: user })).body).toEqual(before);
});

test.each(['companyName', 'vatNumber', 'country', 'address_1', 'city', 'zip'])('%s is needed', async (field) => {
  const empty = { status: 422, body: { fields: [{ path: field, message: 'The field is required!' }] } };
  expect(await save({ [field]: '' })).toMatchObject(empty);
  expect(await save({ [field]: null })).toMatchObject(empty);
  expect(await save({ [field]: ' \u3000 ' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: field, message: 'The field can not be empty!' }] },
  });
});

test.each([
  [{ country: 'Eesti' }, 'country', 'Please choose a country from the list.'],
  [{ vatNumber: 'EE123' }, 'vatNumber', 'A VAT number of Estonia looks like EE101234513.'],
  // Would turn the next invoices into reverse charge.
  [{ vatNumber: 'FI12345678' }, 'vatNumber', 'A VAT number of Estonia looks like EE101234513.'],
])('%j is refused', async (different, path, message) => {
  expect(await save(different)).toMatchObject({ status: 422, body: { fields: [{ path, message }] } });
});

test('the details do not set a logo', async () => {
  expect(await save({ logo: 'A'.repeat(22) })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'logo', message: 'Upload the logo separately.' }] },
  });
});
