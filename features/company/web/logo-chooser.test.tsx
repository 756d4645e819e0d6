import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { acme, field, openCompany, press } from './testing/open-company.tsx';

const message = problems['company.logo-refused'].message;
const key = 'AAAAAAAAAAAAAAAAAAAAAA';
const withLogo = { ...acme, logo: key, version: 4 };
const chooser = () => screen.getByLabelText<HTMLInputElement>('Logo file');
const makeFile = (type: string, size = 3) => new File([new Uint8Array(size)], 'logo', { type });

test.each([
  ['SVG', makeFile('image/svg+xml')],
  ['GIF', makeFile('image/gif')],
  ['picture above 2 MB', makeFile('image/png', 2 * 1024 * 1024 + 1)],
  ['empty file', makeFile('image/png', 0)],
])('rejects a logo before upload: %s', async (_kind, file) => {
  const { api, person } = await openCompany();
  chooser().removeAttribute('accept');
  await person.upload(chooser(), file);
  await screen.findByText(message);
  expect(api.getCalls('company.updateLogo')).toHaveLength(0);
});

test('uploads the unchanged bytes and shows the logo from the files endpoint', async () => {
  const { api, person } = await openCompany({ company: { updateLogo: withLogo } });
  screen.getByText('Recommended 248x64 px, PNG/JPG, at most 2 MB.');
  await person.upload(chooser(), new File(['the bytes'], 'logo', { type: 'image/png' }));
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Company logo' });
  expect(image.src).toBe('blob:file');
  const body = api.getCalls('company.updateLogo')[0]?.body as Blob;
  expect([body.type, await body.text()]).toEqual(['image/png', 'the bytes']);
  expect(api.getCalls('files.get').map(({ params }) => params)).toEqual([{ key }]);
});

test('an upload keeps unsaved fields, and the next save carries the newer version', async () => {
  const { api, person } = await openCompany({
    company: { updateLogo: withLogo, update: { ...withLogo, version: 5 } },
  });
  await person.type(field('City'), '!');
  await person.upload(chooser(), makeFile('image/jpeg'));
  await screen.findByRole('img', { name: 'Company logo' });
  expect(field('City').value).toBe('Tallinn!');
  await person.click(press('Save changes'));
  await waitFor(() => expect(api.getCalls('company.update')[0]?.body).toMatchObject({ city: 'Tallinn!', version: 4 }));
});

test('an upload onto a newer version keeps the loaded version, so that the next save is found stale', async () => {
  const { api, person } = await openCompany({
    company: { updateLogo: { ...withLogo, version: 9 }, update: { ...withLogo, version: 10 } },
  });
  await person.upload(chooser(), makeFile('image/jpeg'));
  await screen.findByRole('img', { name: 'Company logo' });
  await person.click(press('Save changes'));
  await waitFor(() => expect(api.getCalls('company.update')[0]?.body).toMatchObject({ version: 3 }));
});

test('shows the problem of a rejected upload under the buttons', async () => {
  const { person } = await openCompany({ company: { updateLogo: new MockedProblem('company.logo-refused') } });
  await person.upload(chooser(), makeFile('image/png'));
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert');
  screen.getByText('No logo yet');
});

test('removes the logo', async () => {
  const { person } = await openCompany({ company: { get: withLogo, deleteLogo: { ...acme, version: 5 } } });
  await screen.findByRole('img', { name: 'Company logo' });
  await person.click(press('Remove the logo'));
  await screen.findByText('No logo yet');
  expect(screen.queryByRole('button', { name: 'Remove the logo' })).toBeNull();
});
