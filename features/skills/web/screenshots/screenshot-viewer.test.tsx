import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SkillPage } from '../detail/skill-page.tsx';
import { makeEmptyFigures } from '../testing/make-figures.ts';
import { makeSkill } from '../testing/make-skill.ts';
import { openSkills } from '../testing/open-skills.tsx';

const key = 'AAAAAAAAAAAAAAAAAAAAAA';
const urls = ['https://pictures.example/1.png', `/api/files/${key}`, 'https://pictures.example/3.png'];

async function openGallery(screenShots = urls) {
  const skill = makeSkill({ screenShots });
  const opened = openSkills({
    Page: SkillPage,
    path: `/skills/${skill._id}`,
    pattern: '/skills/$id',
    endpoints: { skills: { get: skill }, analytics: { getSkillStats: makeEmptyFigures() } },
  });
  await screen.findByRole('heading', { name: 'Screenshots' });
  return { ...opened, listFiles: () => opened.api.getCalls('files.get').map(({ params, query }) => [params, query]) };
}

const thumbnail = (place: number, of = 3) => screen.findByRole('button', { name: `Screenshot ${place} of ${of}` });
const viewer = () => within(screen.getByRole('dialog', { name: 'Screenshots' }));

test('thumbnails are fetched small with the token, and pictures elsewhere learn nothing of the page', async () => {
  const { listFiles } = await openGallery();
  const elsewhere = await screen.findByRole<HTMLImageElement>('img', { name: 'Screenshot 1 of 3' });
  expect(elsewhere.src).toBe(urls[0]);
  expect(elsewhere.getAttribute('referrerpolicy')).toBe('no-referrer');
  const uploaded = await screen.findByRole<HTMLImageElement>('img', { name: 'Screenshot 2 of 3' });
  expect(uploaded.src).toBe('blob:file');
  expect(listFiles()).toEqual([[{ key }, { size: 'thumbnail' }]]);
});

test('a click opens the viewer at that screenshot, next and previous wrap around', async () => {
  const { listFiles, person } = await openGallery();
  await person.click(await thumbnail(2));
  await screen.findByText('2 of 3');
  await waitFor(() =>
    expect(listFiles()).toEqual([
      [{ key }, { size: 'thumbnail' }],
      [{ key }, {}],
    ]),
  );
  const next = viewer().getByRole('button', { name: 'Next screenshot' });
  const previous = viewer().getByRole('button', { name: 'Previous screenshot' });
  await person.click(next);
  viewer().getByText('3 of 3');
  await person.click(next);
  viewer().getByText('1 of 3');
  await person.click(previous);
  viewer().getByText('3 of 3');
  await person.click(viewer().getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the keyboard turns the pages, stays inside, and comes back to the screenshot it came from', async () => {
  const { person } = await openGallery();
  (await thumbnail(3)).focus();
  await person.keyboard('{Enter}');
  await screen.findByText('3 of 3');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Close'));
  await person.keyboard('{ArrowRight}');
  viewer().getByText('1 of 3');
  await person.keyboard('{ArrowLeft}{ArrowLeft}');
  viewer().getByText('2 of 3');
  for (let step = 0; step < 5; step += 1) {
    await person.tab();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  }
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await thumbnail(3));
});

test('a single screenshot has nothing to turn to', async () => {
  const { person } = await openGallery(urls.slice(0, 1));
  await person.click(await thumbnail(1, 1));
  await screen.findByText('1 of 1');
  expect(viewer().queryByRole('button', { name: 'Next screenshot' })).toBeNull();
});

test('a picture that does not load says so in its place, and its button keeps its name', async () => {
  await openGallery();
  fireEvent.error(await screen.findByRole('img', { name: 'Screenshot 1 of 3' }));
  within(await thumbnail(1)).getByText('The screenshot could not be loaded.');
  expect(within(await thumbnail(1)).queryByRole('status')).toBeNull();
});

test('addresses that can not be shown do not count', async () => {
  const { person } = await openGallery(['javascript:alert(1)', ...urls]);
  await person.click(await thumbnail(1));
  await screen.findByText('1 of 3');
});
