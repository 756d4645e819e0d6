import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CompaniesAttention } from '#features/dashboard/contract/attention.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { healthy } from '../operations/testing/healthy.ts';
import { acme, figures, openCompanies, provider } from './testing/open-companies.tsx';

describe('what needs the operator', () => {
  const globex = { ...acme, id: acme.id.replace(/1$/, '2'), name: 'Globex' };
  const attention: CompaniesAttention = {
    companies: [
      {
        id: acme.id,
        name: 'Acme',
        kinds: [
          { kind: 'overdueInvoices', count: 2 },
          { kind: 'undecidedVat', count: 1 },
        ],
      },
      { id: globex.id, name: 'Globex', kinds: [{ kind: 'overdueInvoices', count: 3 }] },
    ],
    next: null,
  };
  const active = { ...acme, status: 'active' as const };
  const list = [provider, active, { ...globex, status: 'active' as const }];
  const operations = {
    get: { ...healthy, warnings: ['Set SMTP_URL.'], pressure: { isOverloaded: false, isDiskFull: true } },
  };
  const findRegion = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

  test('is one list of the installation and the companies, the most urgent first', async () => {
    await openCompanies({ list }, { attention, operations });
    const region = await findRegion();
    await region.findByText(/^5 invoices/);
    const lines = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Urgent: The disk is full/),
      'Urgent: 5 invoices of 2 companies are overdue',
      'Set SMTP_URL.',
      'VAT is not decided for Acme',
    ]);
    expect(region.getByRole('link', { name: 'Set SMTP_URL.' }).getAttribute('href')).toBe('/operations');
  });

  test('of several companies narrows the list below, of one it asks and opens it', async () => {
    const { page, person } = await openCompanies({ list }, { attention, operations });
    const region = await findRegion();
    await person.click(await region.findByRole('link', { name: /5 invoices of 2 companies/ }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /The Provider/ })).toBeNull());
    screen.getByText('Shows 2 companies of this line of “Needs attention”.');
    await person.click(screen.getByRole('button', { name: 'Show all' }));
    await screen.findByRole('row', { name: /The Provider/ });
    await person.click(region.getByRole('button', { name: 'VAT is not decided for Acme' }));
    const dialog = await screen.findByRole('dialog', { name: 'Act in Acme?' });
    expect(sessionStorage.getItem('chosen-company')).toBeNull();
    await person.click(within(dialog).getByRole('button', { name: 'Open Acme' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(sessionStorage.getItem('chosen-company')).toBe(acme.id));
  });

  test('comes page by page where there are many companies, and a page that failed is loaded again', async () => {
    const [first, second] = attention.companies;
    const pages = { first: { companies: [first!], next: acme.id }, second: { companies: [second!], next: null } };
    let hasFailed = false;
    const { api, person } = await openCompanies(
      { list },
      {
        attention: ({ query }) => {
          if (query?.after === undefined) return pages.first;
          if (hasFailed) return pages.second;
          hasFailed = true;
          return new MockedProblem('internal');
        },
      },
    );
    const region = await findRegion();
    await region.findByText('A part of this could not be loaded.');
    region.getByText('2 invoices of Acme are overdue');
    await person.click(region.getByRole('button', { name: 'Retry' }));
    await region.findByText('5 invoices of 2 companies are overdue');
    expect(region.queryByText(/still being checked|could not be loaded/)).toBeNull();
    expect(api.getCalls('attention.listCompanies').map(({ query }) => query)).toEqual([
      {},
      { after: acme.id },
      { after: acme.id },
    ]);
  });

  test('proposes the suspension of a company, which opens its dialog with the reason, or narrows the list to several', async () => {
    const proposal = { dueDay: '2026-10-05', days: 30 };
    const toFigures = (ids: string[]) => ids.map((id) => ({ ...figures[1]!, id, suspension: proposal }));
    const { api, page, person } = await openCompanies({ list, listFigures: toFigures([acme.id]) });
    const region = await findRegion();
    await person.click(
      await region.findByRole('button', { name: /Suspend Acme\? An invoice has been overdue since 5 Oct 2026/ }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Acme' }));
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', 'An invoice has been overdue since 5 Oct 2026.');
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    within(screen.getByRole('row', { name: /Acme/ })).getByText('Suspension proposed');
    api.change({ companies: { listFigures: toFigures([acme.id, globex.id]) } });
    await page.queryClient.invalidateQueries();
    await person.click(await region.findByRole('link', { name: /Suspend 2 companies\?/ }));
    await screen.findByText('Shows 2 companies with a proposed suspension.');
  });

  test('has the sign-ups that wait for approval, to which it narrows the list, and which go with it', async () => {
    const waiting = [provider, active, { ...globex, createdAt: '2026-10-05T11:45:00.000Z' }];
    const { api, page, person } = await openCompanies({
      list: [...waiting, { ...acme, name: 'Initech', id: acme.id.replace(/1$/, '3') }],
    });
    const region = await findRegion();
    await person.click(
      await region.findByRole('link', { name: '2 companies wait for your approval, the first since 5 Jan 2020' }),
    );
    await screen.findByText('Shows 2 companies that wait for approval.');
    expect(screen.queryByRole('row', { name: /Acme/ })).toBeNull();
    screen.getByRole('button', { name: 'Approve Globex' });
    api.change({ companies: { list: waiting } });
    await page.queryClient.invalidateQueries();
    await region.findByText('Globex signed up on 5 Oct 2026 and waits for your approval');
    api.change({ companies: { list } });
    await page.queryClient.invalidateQueries();
    await region.findByText('Nothing needs you.');
  });

  test('is nothing where all is in order, and said to be missing in part where that failed', async () => {
    const { api, person } = await openCompanies({ list }, { operations: { get: new MockedProblem('internal') } });
    const region = await findRegion();
    await region.findByText('This could not be loaded.');
    expect(region.queryByText('Nothing needs you.')).toBeNull();
    api.change({ operations: { get: healthy } });
    await person.click(region.getByRole('button', { name: 'Retry' }));
    await region.findByText('Nothing needs you.');
    expect(region.queryByText(/could not be loaded/)).toBeNull();
  });
});
