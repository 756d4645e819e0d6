import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { problems } from '#contract/problems.ts';
import { acme, field, openCompany, press } from './testing/open-company.tsx';

const refusal = problems['company.logo-refused'].message;
const key = 'AAAAAAAAAAAAAAAAAAAAAA';
const withLogo = { ...acme, logo: key, version: 4 };
const chooser = () => screen.getByLabelText<HTMLInputElement>('Logo file');
const makeFile = (type: string, size = 3) => new File([new Uint8Array(size)], 'logo', { type });
const isPath = (request: Request, path: string) => new URL(request.url).pathname === `/api${path}`;

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => undefined }));
});

const givePicture = (request: Request) =>
  isPath(request, `/files/${key}`) ? new Response('png', { headers: { 'content-type': 'image/png' } }) : undefined;

test.each([
  ['an SVG', makeFile('image/svg+xml')],
  ['a GIF', makeFile('image/gif')],
  ['a picture above 2 MB', makeFile('image/png', 2 * 1024 * 1024 + 1)],
  ['an empty file', makeFile('image/png', 0)],
])('%s is refused before it is sent', async (_what, file) => {
  const sent: Request[] = [];
  const { person } = await openCompany({
    answer: (request) => {
      if (isPath(request, '/company/logo')) sent.push(request);
      return undefined;
    },
  });
  chooser().removeAttribute('accept');
  await person.upload(chooser(), file);
  await screen.findByText(refusal);
  expect(sent).toHaveLength(0);
});

test('a picture is sent as it is and shown from the file endpoint', async () => {
  const bodies: (string | number | null)[] = [];
  const { person } = await openCompany({
    answer: async (request) => {
      if (!isPath(request, '/company/logo')) return givePicture(request) as Response;
      bodies.push(request.method, request.headers.get('content-type'), (await request.arrayBuffer()).byteLength);
      return Response.json(withLogo);
    },
  });
  screen.getByText('Recommended 248x64 px, PNG/JPG, at most 2 MB.');
  await person.upload(chooser(), makeFile('image/png', 9));
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Company logo' });
  expect(image.src).toBe('blob:logo');
  expect(bodies).toEqual(['PUT', 'image/png', 9]);
});

test('what is typed survives an upload, and its save stands on the newer version', async () => {
  const { api, person } = await openCompany({
    endpoints: { company: { update: { ...withLogo, version: 5 } } },
    answer: (request) => (isPath(request, '/company/logo') ? Response.json(withLogo) : givePicture(request)),
  });
  await person.type(field('City'), '!');
  await person.upload(chooser(), makeFile('image/jpeg'));
  await screen.findByRole('img', { name: 'Company logo' });
  expect(field('City').value).toBe('Tallinn!');
  await person.click(press('Save changes'));
  await waitFor(() => expect(api.getCalls('company.update')[0]?.body).toMatchObject({ city: 'Tallinn!', version: 4 }));
});

test('an upload after somebody else’s change does not hide that change from the next save', async () => {
  const { api, person } = await openCompany({
    endpoints: { company: { update: { ...withLogo, version: 10 } } },
    answer: (request) =>
      isPath(request, '/company/logo') ? Response.json({ ...withLogo, version: 9 }) : givePicture(request),
  });
  await person.upload(chooser(), makeFile('image/jpeg'));
  await screen.findByRole('img', { name: 'Company logo' });
  await person.click(press('Save changes'));
  await waitFor(() => expect(api.getCalls('company.update')[0]?.body).toMatchObject({ version: 3 }));
});

test('a picture that the server refuses says why under the buttons', async () => {
  const body = { code: 'company.logo-refused', message: refusal, requestId: 'r' };
  const { person } = await openCompany({
    answer: (request) => (isPath(request, '/company/logo') ? Response.json(body, { status: 422 }) : undefined),
  });
  await person.upload(chooser(), makeFile('image/png'));
  expect((await screen.findByText(refusal)).getAttribute('role')).toBe('alert');
  screen.getByText('No logo yet');
});

test('the logo can be removed', async () => {
  const { person } = await openCompany({
    company: withLogo,
    endpoints: { company: { deleteLogo: { ...acme, version: 5 } } },
    answer: givePicture,
  });
  await screen.findByRole('img', { name: 'Company logo' });
  await person.click(press('Remove the logo'));
  await screen.findByText('No logo yet');
  expect(screen.queryByRole('button', { name: 'Remove the logo' })).toBeNull();
});
