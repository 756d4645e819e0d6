import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { screenshotMaxBytes, type Screenshot } from '#features/skills/contract/skills.ts';
import { MockedProblem } from '#web/api/testing/mock-api.ts';
import { EditSkillPage } from '../form/edit-skill-page.tsx';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';

const failure = problems['skills.screenshot-refused'].message;
const makeFile = (name: string, type = 'image/png', size = 3) => new File([new Uint8Array(size)], name, { type });
const chooser = () => screen.getByLabelText<HTMLInputElement>('Screenshot files');
const toKey = (place: number) => String(place).padStart(22, 'A');

type Upload = (place: number) => Screenshot | MockedProblem | Promise<Screenshot>;

const makeScreenshot = (place: number): Screenshot => ({ url: `/api/files/${toKey(place)}` });

async function openForm(upload: Upload = makeScreenshot, screenShots: string[] = []) {
  const skill = makeSkill({ screenShots });
  const sent: [string, number][] = [];
  const createScreenshot = ({ body }: { body: Blob }) => upload(sent.push([body.type, body.size]));
  const opened = openSkills({
    Page: EditSkillPage,
    path: `/skills/management/${skill._id}`,
    pattern: '/skills/management/$id',
    endpoints: { skills: { get: skill, update: skill, createScreenshot } },
  });
  await screen.findByText('Upload screenshots');
  return { ...opened, sent };
}

const rows = () => within(screen.getByRole('list', { name: 'Added screenshots' })).getAllByRole('listitem');

test('chosen pictures are sent as they are, one after the other, shown, and saved with the skill', async () => {
  const { api, person, sent } = await openForm();
  await person.upload(chooser(), [makeFile('one.png'), makeFile('two.webp', 'image/webp', 9)]);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(sent).toEqual([
    ['image/png', 3],
    ['image/webp', 9],
  ]);
  const shown = await screen.findByRole<HTMLImageElement>('img', { name: 'Screenshot 2' });
  expect(shown.src).toBe('blob:file');
  await person.click(screen.getByRole('button', { name: 'Remove screenshot 1' }));
  await person.click(screen.getByRole('button', { name: 'Update skill' }));
  await waitFor(() =>
    expect(api.getCalls('skills.update')[0]?.body).toMatchObject({ screenShots: [`/api/files/${toKey(2)}`] }),
  );
});

test('dropped pictures are uploaded too', async () => {
  await openForm();
  const hint = screen.getByText(/drop them here/);
  fireEvent.drop(hint, { dataTransfer: { files: [makeFile('one.png')] } });
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test.each([
  ['an SVG', makeFile('a.svg', 'image/svg+xml')],
  ['a GIF', makeFile('a.gif', 'image/gif')],
  ['a picture above 5 MB', makeFile('a.png', 'image/png', screenshotMaxBytes + 1)],
  ['an empty file', makeFile('a.png', 'image/png', 0)],
])('%s is refused before it is sent', async (_what, file) => {
  const { person, sent } = await openForm();
  chooser().removeAttribute('accept');
  await person.upload(chooser(), file);
  await screen.findByText(`${file.name}: ${failure}`);
  expect(sent).toHaveLength(0);
});

test('a picture that the server refuses says why, and keeps no other one back', async () => {
  const { person } = await openForm((place) =>
    place === 1 ? new MockedProblem('skills.screenshot-refused') : makeScreenshot(place),
  );
  await person.upload(chooser(), [makeFile('bomb.png'), makeFile('good.png')]);
  await screen.findByText(`bomb.png: ${failure}`);
  expect(rows()).toHaveLength(1);
});

test('while a picture is on its way the form waits for it', async () => {
  const slow = Promise.withResolvers<Screenshot>();
  const { person } = await openForm(() => slow.promise);
  await person.upload(chooser(), makeFile('slow.png'));
  await screen.findByText(/Uploading 1 of 1/);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Update skill' });
  expect(save.disabled).toBe(true);
  slow.resolve(makeScreenshot(1));
  await waitFor(() => expect(save.disabled).toBe(false));
});

test('no more than twenty fit', async () => {
  const full = Array.from({ length: 19 }, (_, place) => `https://pictures.example/${place}.png`);
  const { person, sent } = await openForm(makeScreenshot, full);
  await person.upload(chooser(), [makeFile('one.png'), makeFile('two.png')]);
  await screen.findByText('A skill can have at most 20 screenshots.');
  expect(sent).toHaveLength(1);
  expect(rows()).toHaveLength(20);
});

test('a picture that does not load has a sign in the list, which says it in words', async () => {
  await openForm(makeScreenshot, ['https://pictures.example/gone.png']);
  fireEvent.error(await screen.findByRole('img', { name: 'Screenshot 1' }));
  const sign = within(rows()[0] as HTMLElement).getByRole('img', { name: 'The screenshot could not be loaded.' });
  expect(sign.getAttribute('title')).toBe('The screenshot could not be loaded.');
  expect(sign.textContent).toBe('');
});
