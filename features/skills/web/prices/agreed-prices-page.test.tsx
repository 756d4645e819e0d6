import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompanyPrices } from '#features/skills/contract/agreed-prices.ts';
import type { MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { openSkills } from '../testing/open-skills.tsx';
import { AgreedPricesPage } from './agreed-prices-page.tsx';

const leaveId = '00000000-0000-4000-8000-0000000000c1';
const by = { createdAt: '2026-10-20T10:00:00.000Z', createdBy: 'Olga Operator (Steward)', tiers: null, baseFee: 0 };

const prices: CompanyPrices = {
  today: '2026-11-22',
  data: [
    {
      _id: leaveId,
      name: 'Leave requests',
      isDeleted: false,
      skillPrice: 0.45,
      presentPrice: 0.3,
      agreements: [
        { price: null, validFrom: '2027-01-01', ...by },
        { price: 0.25, validFrom: '2026-12-01', ...by },
        { price: 0.3, validFrom: '2026-11-01', ...by },
        { price: 0.35, validFrom: '2026-11-01', ...by, createdAt: '2026-10-19T10:00:00.000Z' },
      ],
    },
    {
      _id: '00000000-0000-4000-8000-0000000000c2',
      name: 'Absence',
      isDeleted: false,
      skillPrice: 0.0125,
      presentPrice: 0.0125,
      agreements: [],
    },
  ],
};

const open = (agreedPrices: MockedEndpoints['agreedPrices'] = {}, path = '/skills/prices') =>
  openSkills({
    Page: AgreedPricesPage,
    path,
    endpoints: { agreedPrices: { listAll: prices, ...agreedPrices } },
    user: { companyName: 'Acme' },
  });

const findRows = async () => {
  await screen.findByRole('link', { name: /^Absence/ });
  const rows = within(screen.getByRole('table', { name: 'Agreed prices by skill' })).getAllByRole('row');
  return rows.map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent));
};

test('every skill stands with its standard price, the agreed one, the planned ones and the number of agreements', async () => {
  open();
  expect(await findRows()).toEqual([
    ['Skill name', 'Standard price', 'Agreed price', 'Planned', 'History'],
    [
      'Leave requests',
      '€0.45',
      '€0.30from 1 Nov 2026',
      '€0.25 from 1 Dec 2026Standard price from 1 Jan 2027',
      '4 prices',
    ],
    ['Absence', '€0.0125', '–', '–', '–'],
  ]);
  screen.getByText(
    'What Acme pays for each skill. Select a skill to see its history or to agree a price. Prices are excl. VAT.',
  );
  expect(screen.queryByText(/^No price has been agreed with/)).toBeNull();
});

test('a skill opens its history by keyboard, where a price is agreed', async () => {
  const { api, page, person } = open();
  (await screen.findByRole('link', { name: 'Leave requests' })).focus();
  await person.keyboard('{Enter}');
  const history = within(await screen.findByRole('dialog', { name: 'Leave requests' }));
  history.getByText(/^Today €0.30 per request; the standard price is €0.45, both excl\. VAT\./);
  expect(history.getAllByRole('row')).toHaveLength(5);
  expect(page.router.state.location.search).toEqual({ skill: leaveId });
  await person.click(history.getByRole('button', { name: 'Agree a price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agree a price with Acme' }));
  await person.type(dialog.getByLabelText('Price per request in euros'), '0.2');
  api.change({
    agreedPrices: { create: { skillPrice: 0.45, presentPrice: 0.2, today: prices.today, agreements: [] } },
  });
  await person.click(dialog.getByRole('button', { name: 'Agree price' }));
  await screen.findByText('The price has been agreed.');
  expect(api.getCalls('agreedPrices.create')).toMatchObject([
    { params: { _id: leaveId }, body: { price: 0.2, validFrom: '2026-11-22' } },
  ]);
  await person.click(within(await screen.findByRole('dialog', { name: 'Leave requests' })).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.getCalls('agreedPrices.listAll')).toHaveLength(2);
});

test('a deleted skill is marked, and shows its history without a new price', async () => {
  const { person } = open({
    listAll: { ...prices, data: prices.data.map((skill) => ({ ...skill, isDeleted: true })) },
  });
  expect((await findRows()).map(([name]) => name)).toEqual(['Skill name', 'Leave requestsDeleted', 'AbsenceDeleted']);
  await person.click(screen.getByRole('link', { name: /^Leave requests/ }));
  const history = within(await screen.findByRole('dialog', { name: 'Leave requests' }));
  history.getByText(/^This skill was deleted, so no new price can be agreed\. Last price €0\.30/);
  expect(history.getAllByRole('row')).toHaveLength(5);
  expect(history.queryByRole('button', { name: 'Agree a price' })).toBeNull();
});

test('a skill that is opened while the search text settles stays open', async () => {
  const { page, person } = open();
  await person.type(await screen.findByRole('searchbox', { name: 'Search skills' }), 'leave');
  await person.click(screen.getByRole('link', { name: 'Leave requests' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ search: 'leave', skill: leaveId }));
  screen.getByRole('dialog', { name: 'Leave requests' });
});

test('a company without agreements says so, and so does one without skills', async () => {
  const { api, page } = open({ listAll: { ...prices, data: prices.data.slice(1) } });
  await screen.findByText(/^No price has been agreed with/);
  api.change({ agreedPrices: { listAll: { ...prices, data: [] } } });
  await page.queryClient.invalidateQueries();
  await screen.findByText('No skills to display.');
  expect(screen.queryByText(/^No price has been agreed with/)).toBeNull();
});

test('the search narrows the skills, and the address keeps it', async () => {
  open({}, '/skills/prices?search=abs');
  await screen.findByText('1 of 2 skills');
  expect(screen.queryByRole('link', { name: 'Leave requests' })).toBeNull();
  expect(screen.getByText('Abs').tagName).toBe('B');
});

test('the provider itself, which pays none, is led to its companies and to the standard prices', async () => {
  openSkills({
    Page: AgreedPricesPage,
    path: '/skills/prices',
    endpoints: { agreedPrices: { listAll: prices } },
    user: { isProvider: true, roles: ['SuperAdmin'], homeCompanyName: null },
  });
  await screen.findByText('Prices are agreed with a company.');
  expect(screen.getByRole('link', { name: 'Open companies' }).getAttribute('href')).toBe('/companies');
  expect(screen.getByRole('link', { name: 'Open Skills management' }).getAttribute('href')).toBe('/skills/management');
  expect(screen.queryByRole('table')).toBeNull();
});
