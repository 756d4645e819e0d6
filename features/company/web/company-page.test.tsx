import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { acme, field, openCompany, press } from './testing/open-company.tsx';

const required = ['Company name', 'VAT number', 'Country', 'Address line 1', 'City', 'ZIP or postal code'];

test('shows the stored values and marks optional fields', async () => {
  await openCompany();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Company information');
  screen.getByRole('heading', { name: 'Contact persons' });
  const values = required.map((name) => field(name).value);
  expect(values).toEqual(['Acme Manufacturing', 'EE100366327', 'Estonia', 'Narva mnt 5', 'Tallinn', '10117']);
  expect(field('Address line 2 Optional').value).toBe('');
  expect(field('Region Optional').value).toBe('Harjumaa');
});

test('rejects empty required fields and accepts empty optional ones', async () => {
  const empty = { vatNumber: null, country: null, address_1: null, city: null, zip: null, region: null };
  const { api, person } = await openCompany({ company: { get: { ...acme, companyName: '', ...empty } } });
  await person.click(press('Save changes'));
  expect(await screen.findAllByText('The field is required!')).toHaveLength(required.length);
  for (const name of required) expect(field(name).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Company name'));
  expect(api.getCalls('company.update')).toHaveLength(0);
});

test('rejects required fields that hold white space alone', async () => {
  const { api, person } = await openCompany({ company: { get: { ...acme, city: ' ', zip: '\u00A0' } } });
  await person.click(press('Save changes'));
  expect(await screen.findAllByText('The field can not be empty!')).toHaveLength(2);
  expect(api.getCalls('company.update')).toHaveLength(0);
});

test('rejects a VAT number that is none of the country', async () => {
  const { api, person } = await openCompany();
  await person.selectOptions(screen.getByLabelText('Country'), 'Finland');
  await person.click(press('Save changes'));
  await screen.findByText('A VAT number of Finland looks like FI12345671.');
  expect(api.getCalls('company.update')).toHaveLength(0);
});

test('another number than a VAT number is taken once it is said to be one', async () => {
  const { api, person } = await openCompany({ company: { update: { ...acme, version: 4 } } });
  await person.clear(field('VAT number'));
  await fill(person, field('VAT number'), 'Registry 4711');
  await person.click(press('Save changes'));
  await screen.findByText('A VAT number of Estonia looks like EE101234513.');
  await person.click(screen.getByRole('checkbox', { name: 'I have another number' }));
  await person.click(press('Save changes'));
  await screen.findByText('The company information has been saved.');
  expect(api.getCalls('company.update').map(({ body }) => body)).toMatchObject([
    { vatNumber: 'Registry 4711', hasOtherVatNumber: true },
  ]);
});

test('sends empty strings as null, with the version', async () => {
  const { api, person } = await openCompany({
    company: { update: { ...acme, region: null, version: 4 } },
  });
  await person.clear(field('Region Optional'));
  await fill(person, field('PO number or customer reference Optional'), 'PO 4711');
  await fill(person, field('Peppol ID for e-invoices Optional'), '0191:12345678');
  await fill(person, field('Billing e-mail Optional'), 'invoices@acme.example');
  await person.click(press('Save changes'));
  await screen.findByText('The company information has been saved.');
  expect(api.getCalls('company.update').map(({ body }) => body)).toEqual([
    {
      ...acme,
      hasOtherVatNumber: false,
      region: null,
      invoiceReference: 'PO 4711',
      peppolId: '0191:12345678',
      billingEmail: 'invoices@acme.example',
      logo: undefined,
      timeZoneFrom: undefined,
      details: undefined,
    },
  ]);
});

test('another time zone is sent, and the form says from when it counts and what counts until then', async () => {
  const planned = { ...acme, timeZone: 'Asia/Tokyo', timeZoneFrom: '2026-12-01', version: 4 };
  const { api, person } = await openCompany({ company: { update: planned } });
  const zone = screen.getByLabelText('Time zone', { selector: 'input' });
  await person.clear(zone);
  await person.type(zone, 'tokyo{Enter}');
  await person.click(press('Save changes'));
  await screen.findByText('Asia/Tokyo applies from 1 Dec 2026. Until then: Europe/Tallinn.');
  expect(api.getCalls('company.update')[0]?.body).toMatchObject({ timeZone: 'Asia/Tokyo' });
});

test('a second save carries the version of the first answer', async () => {
  const { api, person } = await openCompany({ company: { update: { ...acme, version: 4 } } });
  await person.click(press('Save changes'));
  await screen.findByText('The company information has been saved.');
  await person.click(press('Save changes'));
  await waitFor(() => expect(api.getCalls('company.update').at(-1)?.body).toMatchObject({ version: 4 }));
});

test('Cancel reloads the company information', async () => {
  const { api, person } = await openCompany();
  await fill(person, field('City'), ' and Tartu');
  api.change({ company: { get: { ...acme, zip: '10118', version: 4 } } });
  await person.click(press('Cancel'));
  await waitFor(() => expect(field('ZIP or postal code').value).toBe('10118'));
  expect(field('City').value).toBe('Tallinn');
  expect(api.getCalls('company.get')).toHaveLength(2);
});

test('Cancel resets the form and shows the problem when the reload fails', async () => {
  const { api, person } = await openCompany();
  await fill(person, field('City'), ' and Tartu');
  api.change({ company: { get: new MockedProblem('service.unavailable') } });
  await person.click(press('Cancel'));
  await screen.findByText('The service is not available right now. Please try again shortly.');
  expect(field('City').value).toBe('Tallinn');
});

test('shows the problem of a field under that field', async () => {
  const message = 'No user of this company has this e-mail address.';
  const update = new MockedProblem('company.contact-unknown', { fields: [{ path: 'primaryContact', message }] });
  const { person } = await openCompany({ company: { update } });
  await person.click(press('Save changes'));
  await screen.findByText(message);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Primary contact/ }));
});

test('a withheld VAT number is explained and not sent', async () => {
  const visible = { ...acme, vatNumber: undefined };
  const rights = { vatNumber: { User: 'none' } } as const;
  const session = { createToken: makeToken, getUser: makeCurrentUser({ rights }) };
  const { api, person } = await openCompany({ session, company: { get: visible, update: { ...visible, version: 4 } } });
  expect(field(/VAT number/).disabled).toBe(true);
  screen.getByText('Your company’s administrators have restricted access to the VAT number.');
  await person.click(press('Save changes'));
  await screen.findByText('The company information has been saved.');
  expect(api.getCalls('company.update')[0]?.body).not.toHaveProperty('vatNumber');
});

test('company data that may only be read has no Save', async () => {
  const rights = { company: { User: 'read' } } as const;
  await openCompany({ session: { createToken: makeToken, getUser: makeCurrentUser({ rights }) } });
  screen.getByText('Only your company’s administrators can change company data.');
  expect(field('City').matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});
