import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AgreedPrice, AgreedPrices, TermsPreview } from '#features/skills/contract/agreed-prices.ts';
import { fill } from '#web/testing/fill.ts';
import { MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';
import { SkillPrices } from './skill-prices.tsx';
import { listCells } from '#web/testing/list-cells.ts';

const plain = { tiers: null, baseFee: 0 };
const prices: AgreedPrices = {
  skillPrice: 0.45,
  presentPrice: 0.3,
  today: '2026-11-22',
  agreements: [
    {
      price: null,
      validFrom: '2026-12-01',
      createdAt: '2026-11-22T10:00:00.000Z',
      createdBy: 'Anna Admin (Steward)',
      ...plain,
    },
    {
      price: 0.3,
      validFrom: '2026-11-01',
      createdAt: '2026-10-20T10:00:00.000Z',
      createdBy: 'Anna Admin (Steward)',
      ...plain,
    },
  ],
};

const skill = makeSkill({ name: 'Leave requests' });
const Page = () => <SkillPrices skill={skill} />;

const open = (agreedPrices: MockedEndpoints['agreedPrices'] = {}) =>
  openSkills({ Page, path: '/skills', endpoints: { agreedPrices: { list: prices, ...agreedPrices } } });

test('shows what is paid today, and every agreement with who made it', async () => {
  open();
  const line = (
    await screen.findByText(/^Today €0.30 per request; the standard price is €0.45, both excl\. VAT\./)
  ).closest('p');
  expect(
    within(line as HTMLElement)
      .getByRole('link', { name: 'All agreed prices' })
      .getAttribute('href'),
  ).toBe('/skills/prices');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => listCells(row)[1]?.textContent)).toEqual(['Standard price', '€0.30']);
  expect(rows[0]?.textContent).toContain('Anna Admin (Steward)');
});

test('a price is agreed from a day on', async () => {
  const { api, person } = open({ create: prices });
  await person.click(await screen.findByRole('button', { name: 'Agree a price' }));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, dialog.getByLabelText('Price per request in euros'), '0,25');
  await person.click(dialog.getByRole('button', { name: 'Agree price' }));
  await screen.findByText('The price has been agreed.');
  expect(api.getCalls('agreedPrices.create')[0]?.body).toEqual({ price: 0.25, validFrom: '2026-11-22', ...plain });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what is no amount is refused, and an empty price ends the agreement', async () => {
  const { api, person } = open({ create: prices });
  await person.click(await screen.findByRole('button', { name: 'Agree a price' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText('Price per request in euros');
  await fill(person, field, 'much');
  await person.click(dialog.getByRole('button', { name: 'Agree price' }));
  await dialog.findByText('Enter an amount in euros, e.g. 0.45.');
  await person.clear(field);
  await person.click(dialog.getByRole('button', { name: 'Use the standard price' }));
  await screen.findByText('The agreed price has been ended.');
  expect(api.getCalls('agreedPrices.create').map(({ body }) => body)).toEqual([
    { price: null, validFrom: '2026-11-22', ...plain },
  ]);
});

test('a failure can be retried', async () => {
  const { api, person } = open({ list: new MockedProblem('internal') });
  const retry = await screen.findByRole('button', { name: /again/i });
  api.change({ agreedPrices: { list: prices } });
  await person.click(retry);
  await screen.findByText(/Today €0.30/);
});

test('tiers with a base fee are previewed and agreed, and say what is wrong with them', async () => {
  const preview: TermsPreview = {
    period: '2026-10',
    requests: 150,
    actual: { baseFee: 0, total: 67.5 },
    preview: {
      baseFee: 49,
      total: 71.5,
      lines: [
        { price: 0, requests: 100, total: 0 },
        { price: 0.45, requests: 50, total: 22.5 },
      ],
    },
  };
  const tiers = [
    { from: 1, upTo: 100, price: 0 },
    { from: 101, upTo: null, price: 0.45 },
  ];
  const agreement = { ...prices.agreements[0], price: null, validFrom: '2026-11-22', tiers, baseFee: 49 };
  const { api, person } = open({ create: { ...prices, agreements: [agreement as AgreedPrice] }, preview });
  await person.click(await screen.findByRole('button', { name: 'Agree a price' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(dialog.getByLabelText(/^Tiers by the number/));
  await fill(person, dialog.getByLabelText('Price of tier 1 in euros'), '0');
  await fill(person, dialog.getByLabelText('Price of tier 2 in euros'), '0');
  await person.click(dialog.getByRole('button', { name: 'Agree tiers' }));
  await dialog.findByText('Enter the last request of this tier.');
  dialog.getByText('The last tier needs a price above 0.');
  await fill(person, dialog.getByLabelText('Last request of tier 1'), '100');
  await person.clear(dialog.getByLabelText('Price of tier 2 in euros'));
  await fill(person, dialog.getByLabelText('Price of tier 2 in euros'), '0,45');
  dialog.getByText('From 101');
  await fill(person, dialog.getByLabelText('Base fee per month in euros'), '49');
  await person.click(dialog.getByRole('button', { name: 'Preview last month' }));
  await dialog.findByText(
    'October 2026, 150 requests: €71.50 (100 × €0.00 + 50 × €0.45 + base fee €49.00) instead of €67.50.',
  );
  expect(api.getCalls('agreedPrices.preview')[0]?.body).toEqual({ price: null, tiers, baseFee: 49 });
  await person.click(dialog.getByRole('button', { name: 'Agree tiers' }));
  await screen.findByText('The price has been agreed.');
  expect(api.getCalls('agreedPrices.create')[0]?.body).toEqual({
    price: null,
    tiers,
    baseFee: 49,
    validFrom: '2026-11-22',
  });
  await screen.findByText('1 to 100: €0.00');
  screen.getByText('€49.00 base fee per month');
  screen.getByText(/^Today at most/);
});
