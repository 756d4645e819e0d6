import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Masking, MaskingPreview } from '#features/protection/contract/masking.ts';
import { fill } from '#web/testing/fill.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { MaskingPage } from './masking-page.tsx';

const untouched: Masking = { shown: [], patterns: [], version: 1 };

const nothing: MaskingPreview = { messages: 0, isWhole: true, values: 0, kinds: [], skills: [] };

async function open(masking: MockedEndpoints['masking']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    masking: { get: untouched, preview: nothing, ...masking },
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

const counted: MaskingPreview = {
  messages: 1000,
  isWhole: true,
  values: 412,
  kinds: [{ label: '[phone]', values: 412 }],
  skills: [{ name: 'Delivery tracking', messages: 90, values: 380, examples: ['Where is [phone]?'] }],
};
const previewBodies = (api: ReturnType<typeof mockApi>) => api.getCalls('masking.preview').map(({ body }) => body);

test('what the chosen settings would mask is counted before they are saved, with examples by skill', async () => {
  const { api, person } = await open({ preview: counted });
  await screen.findByText('would be masked in the newest 1,000 messages.');
  screen.getByText('412 values');
  screen.getByText('[phone] 412');
  screen.getByRole('row', { name: 'Delivery tracking 380 Where is [phone]?' });
  expect(previewBodies(api)).toEqual([{ settings: { shown: [], patterns: [] } }]);
  await person.click(kind('Phone numbers'));
  await screen.findByText('Counting again…');
  await vi.waitFor(
    () => expect(previewBodies(api).at(-1)).toEqual({ settings: { shown: ['phone'], patterns: [] } }),
    5000,
  );
  await screen.findByText('412 values');
  // A row that is not filled in yet changes nothing.
  await person.click(press('Add pattern'));
  expect(screen.queryByText('Counting again…')).toBeNull();
});

test.each<[string, MaskingPreview, string]>([
  ['no messages', nothing, 'There are no messages yet that you may read.'],
  ['no values', { ...nothing, messages: 1 }, 'would be masked in the newest 1 message.'],
  [
    'not all messages',
    { ...counted, isWhole: false },
    'There was no time for all of the newest 1,000 messages: long texts or slow patterns are not counted.',
  ],
  [
    'no examples',
    { ...counted, skills: [{ name: 'Leave', messages: 1, values: 1, examples: [] }] },
    'Examples are shown to those who may unmask conversations.',
  ],
])('the preview says that there are %s', async (_name, preview, words) => {
  await open({ preview });
  await screen.findByText(words);
});

test('a preview that is refused says why and can be repeated, and a wrong pattern is named', async () => {
  const { api, person } = await open({ preview: new MockedProblem('request.too-many') });
  await person.click(await screen.findByRole('button', { name: 'Count again' }));
  await vi.waitFor(() => expect(api.getCalls('masking.preview').length).toBeGreaterThan(1));
});

test('a wrong pattern is named by the preview', async () => {
  const message = 'This is not a regular expression of RE2.';
  await open({
    preview: new MockedProblem('request.invalid', { fields: [{ path: 'settings.patterns.0.pattern', message }] }),
  });
  await screen.findByText(message);
  expect(screen.queryByRole('button', { name: 'Count again' })).toBeNull();
});
