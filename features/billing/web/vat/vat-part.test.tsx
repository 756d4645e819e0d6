import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CompanyVat, VatDecision } from '#features/billing/contract/vat-decisions.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { makeCompanyVat } from './testing/make-vat.ts';
import { VatPart } from './vat-part.tsx';

const decision: VatDecision = {
  treatment: 'reverseCharge',
  reason: '',
  validFrom: '2026-10-01',
  country: 'Germany',
  vatNumber: 'DE123456788',
  decidedAt: '2026-11-01T08:00:00.000Z',
  decidedBy: 'Mari Maasikas',
};
const open: Partial<CompanyVat> = { proposed: 'reverseCharge', isOpen: true, canCheck: true };
const check = {
  vatNumber: 'DE123456788',
  state: 'valid' as const,
  requestedAt: '2026-11-01T08:00:00.000Z',
  attemptedAt: '2026-11-01T08:00:00.000Z',
  consultation: 'WAPIAAAAX1',
  name: 'Muster GmbH',
  address: null,
};

async function openPart(vat: Partial<CompanyVat>, isProvider: boolean, calls: MockedEndpoints['companyVat'] = {}) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'], isProvider }) },
    companyVat: { get: makeCompanyVat(vat), ...calls },
  });
  renderPage(VatPart, '/settings/billing');
  const part = await screen.findByRole('region', { name: 'VAT' });
  return { api, part, person: userEvent.setup() };
}

test('a customer reads what is charged, since when, by whom and why, and finds no button', async () => {
  const { part } = await openPart(
    { ...open, treatment: 'reverseCharge', percent: 0, present: decision, decisions: [decision] },
    false,
  );
  expect(part.textContent).toContain(
    'On your invoices: VAT 0%, reverse charge. From 1 Oct 2026, decided by Mari Maasikas (VAT number DE123456788).',
  );
  expect(within(part).queryByRole('button')).toBeNull();
  expect(part.textContent).not.toContain('not decided');
});

test('the provider sees what is open, asks VIES and decides', async () => {
  const saved: unknown[] = [];
  const { part, person } = await openPart({ ...open, check }, true, {
    check: makeCompanyVat(open),
    decide: ({ body }) => {
      saved.push(body);
      return makeCompanyVat({ present: decision, decisions: [decision] });
    },
  });
  expect(part.textContent).toContain('The country and VAT number of the company say: Reverse charge, in the Union.');
  expect(part.textContent).toMatch(/VIES: DE123456788 is valid \(.*\): Muster GmbH, consultation WAPIAAAAX1\./);
  await person.click(within(part).getByRole('button', { name: 'Ask VIES' }));
  await screen.findByText('VIES is being asked about the VAT number.');
  await person.click(within(part).getByRole('button', { name: 'Decide VAT' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText<HTMLSelectElement>('VAT on invoices').value).toBe('reverseCharge');
  await person.click(within(dialog).getByRole('button', { name: 'Save decision' }));
  await screen.findByText('The decision has been saved.');
  expect(saved).toEqual([{ treatment: 'reverseCharge', reason: '', validFrom: '2026-11-27' }]);
});

test('a decision without a proof says so, and the dialog stays', async () => {
  const { part, person } = await openPart(open, true, { decide: new MockedProblem('vat.not-proven') });
  await person.click(within(part).getByRole('button', { name: 'Decide VAT' }));
  await person.click(await screen.findByRole('button', { name: 'Save decision' }));
  await screen.findByText(/VIES has not confirmed the VAT number/);
});

test.each([
  [{ ...check, state: 'pending' as const, attemptedAt: null }, 'VIES is being asked about DE123456788.'],
  [{ ...check, state: 'pending' as const }, 'It is asked again by itself.'],
  [{ ...check, state: 'invalid' as const }, 'is not a valid VAT number'],
])('the answer of VIES is said: %#', async (asked, words) => {
  const { part } = await openPart({ ...open, check: asked }, true);
  expect(part.textContent).toContain(words);
});

test('decisions of other days are folded away', async () => {
  const planned = {
    ...decision,
    treatment: 'outsideUnion' as const,
    validFrom: '2027-01-01',
    reason: 'Moves to Norway',
  };
  const { part } = await openPart({ present: decision, decisions: [planned, decision] }, false);
  within(part).getByText('Other decisions (1)');
  within(part).getByText(/No VAT, outside the Union\. From 1 Jan 2027, decided by Mari Maasikas \(Moves to Norway\)\./);
});
