import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Masking } from '#contract/masking.ts';
import { fill } from '../../testing/fill.ts';
import { makeCurrentUser, makeToken } from '../../api/testing/make-current-user.ts';
import { mockApi, MockedProblem } from '../../api/testing/mock-api.ts';
import type { MockedEndpoints } from '../../api/testing/mock-api.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MaskingPage } from './masking-page.tsx';

const untouched: Masking = { shown: [], patterns: [], version: 1 };

async function open(masking: MockedEndpoints['masking']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    masking: { get: untouched, ...masking },
  });
  renderPage(MaskingPage, '/settings/masking');
  await screen.findByRole('checkbox', { name: 'E-mail addresses' });
  return { api, person: userEvent.setup() };
}

const kind = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('every kind is masked at first; a kind is shown and a pattern added by saving', async () => {
  const saved: Masking = { shown: ['phone'], patterns: [{ name: 'contract', pattern: 'C-1' }], version: 2 };
  const { api, person } = await open({ update: saved });
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  await person.click(kind('Phone numbers'));
  await person.click(press('Add pattern'));
  await fill(person, screen.getByLabelText('Name'), 'contract');
  await person.type(screen.getByLabelText('Pattern'), 'C-1');
  await person.click(press('Save changes'));
  await screen.findByText('The masking has been saved.');
  expect(api.getCalls('masking.update')[0]?.body).toEqual({ ...saved, version: 1 });
});

test('a pattern can be removed, and one that is refused says why at its field', async () => {
  const message = 'This is not a regular expression of RE2.';
  const problem = new MockedProblem('request.invalid', { fields: [{ path: 'patterns.0.pattern', message }] });
  const { person } = await open({ update: problem });
  await person.click(press('Add pattern'));
  await person.type(screen.getByLabelText('Pattern'), '(');
  await person.click(press('Save changes'));
  await screen.findByText(message);
  await person.click(press('Remove pattern 1'));
  screen.getByText('There are no patterns.');
});

test('a text is tried by what is chosen, saved or not', async () => {
  const { api, person } = await open({ try: { text: '[e-mail]' } });
  await person.click(kind('IBANs'));
  await fill(person, screen.getByLabelText('Text'), 'a@b.ee');
  await person.click(press('Try'));
  await screen.findByText('[e-mail]');
  expect(api.getCalls('masking.try')[0]?.body).toEqual({ settings: { shown: ['iban'], patterns: [] }, text: 'a@b.ee' });
});
