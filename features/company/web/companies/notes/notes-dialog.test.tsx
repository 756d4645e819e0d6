import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CompanyNote } from '#features/company/contract/company-notes.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { chooseEntry } from '#web/testing/choose-entry.ts';
import { fill } from '#web/testing/fill.ts';
import { acme, figures, openCompanies } from '../testing/open-companies.tsx';

const own: CompanyNote = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b21',
  text: 'Called Mari\nWants a demo',
  author: 'Olga Operator',
  createdAt: '2026-11-27T08:00:00.000Z',
  editedAt: null,
  version: 1,
  canEdit: true,
};
const foreign: CompanyNote = {
  ...own,
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b22',
  text: 'Pays late',
  author: 'Second Operator',
  editedAt: '2026-11-28T08:00:00.000Z',
  canEdit: false,
};

const noted = figures.map((each) =>
  each.id === acme.id ? { ...each, notes: { count: 2, latest: 'Pays late' } } : each,
);

async function openNotes(companyNotes: NonNullable<Parameters<typeof openCompanies>[1]>['companyNotes'] = {}) {
  let notes = [foreign, own];
  const opened = await openCompanies(
    { listFigures: noted },
    {
      companyNotes: {
        list: () => ({ companyName: 'Acme', count: notes.length, notes }),
        create: ({ body }) => {
          const created = { ...own, id: crypto.randomUUID(), ...body };
          notes = [created, ...notes];
          return created;
        },
        delete: () => {
          notes = notes.filter(({ id }) => id !== foreign.id);
          return undefined;
        },
        ...companyNotes,
      },
    },
  );
  await opened.person.click(await screen.findByRole('button', { name: 'Open the 2 notes about Acme' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Notes about Acme' }));
  return { ...opened, dialog };
}

test('the latest note stands in the list, and leads to all of them at an address of their own', async () => {
  const { page, person, dialog } = await openNotes();
  expect(page.router.state.location.search).toEqual({ notes: acme.id });
  expect(dialog.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Pays lateSecond Operator, .+, edited .+Delete$/),
    expect.stringMatching(/^Called Mari\nWants a demoOlga Operator, .+EditDelete$/),
  ]);
  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({}));
  await chooseEntry(person, 'Options of Acme', 'Notes');
  await screen.findByRole('dialog', { name: 'Notes about Acme' });
});

test('a note is added, and deleted after a question', async () => {
  const { api, person, dialog } = await openNotes();
  await person.click(dialog.getByRole('button', { name: 'Add note' }));
  await dialog.findByText('The field is required!');
  await fill(person, dialog.getByLabelText('New note'), 'Sent an offer');
  await person.click(dialog.getByRole('button', { name: 'Add note' }));
  await dialog.findByText('Sent an offer');
  await screen.findByText('The note has been added.');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('');
  expect(document.activeElement).toBe(dialog.getByLabelText('New note'));
  await fill(person, dialog.getByLabelText('New note'), 'Called again');
  await person.click(dialog.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(dialog.getAllByRole('article')[0]?.textContent).toContain('Called again'));
  await person.click(dialog.getByRole('button', { name: /^Delete the note of Second Operator/ }));
  const question = within(dialog.getByRole('group', { name: 'Delete this note?' }));
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: /^Delete the note of Second Operator/ }));
  await person.click(dialog.getByRole('button', { name: /^Delete the note of Second Operator/ }));
  await person.click(dialog.getByRole('button', { name: 'Delete note' }));
  await screen.findByText('The note has been deleted.');
  await waitFor(() => expect(dialog.queryByText('Pays late')).toBeNull());
  expect(document.activeElement).toBe(dialog.getByLabelText('New note'));
  expect(api.getCalls('companyNotes.delete').map(({ params }) => params)).toEqual([
    { id: acme.id, noteId: foreign.id },
  ]);
});

test('a note that was changed elsewhere is replaced by a second save alone', async () => {
  let isStale = true;
  const { api, person, dialog } = await openNotes({
    update: () => {
      if (!isStale) return { ...own, text: 'Demo done', version: 3 };
      isStale = false;
      return new MockedProblem('record.stale', { current: { ...own, version: 2 } });
    },
  });
  await person.click(dialog.getByRole('button', { name: /^Edit the note/ }));
  expect(document.activeElement).toBe(dialog.getByLabelText('Note'));
  await person.clear(dialog.getByLabelText('Note'));
  await fill(person, dialog.getByLabelText('Note'), 'Demo done');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByRole('alert');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The note has been saved.');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: /^Edit the note/ }));
  expect(api.getCalls('companyNotes.update').map(({ body }) => body)).toEqual([
    { text: 'Demo done', version: 1 },
    { text: 'Demo done', version: 2 },
  ]);
});

test('notes that could not be loaded are loaded again', async () => {
  const { api, person } = await openCompanies(
    { listFigures: noted },
    { companyNotes: { list: new MockedProblem('internal') } },
    `/companies?notes=${acme.id}`,
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.change({ companyNotes: { list: { companyName: 'Acme', count: 0, notes: [] } } });
  await person.click(again);
  await screen.findByText('No notes yet.');
});
