import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../tools/setup/paths.mjs';
import { longText, unbrokenName } from '../../web/dev/texts.ts';
import { paths } from '../../web/paths.ts';
import { collectFetchedFiles, openIdle, sumBytes } from '../support/fetched-files.ts';
import { followRequests } from '../support/idle-network.ts';
import { expect, journey, startSession } from '../support/journey.ts';

/** The most gzip bytes, and files, of scripts and style sheets that a first visit fetches, by tools/vite/chunk-groups.ts. */
const limits = [
  { path: paths.login(), maxBytes: 172_000, maxFiles: 6 },
  { path: paths.users(), maxBytes: 240_000, maxFiles: 16 },
  { path: paths.dashboard(), maxBytes: 255_000, maxFiles: 16 },
];

for (const { path, maxBytes, maxFiles } of limits) {
  journey(
    `a first visit of ${path} fetches at most ${maxBytes / 1000} kB of scripts and styles in ${maxFiles} files`,
    async ({ page }) => {
      if (path !== paths.login()) await startSession(page, 'superadmin@acme.example');
      const urls = collectFetchedFiles(page);
      await openIdle(page, path);
      const names = [...urls].map((url) => new URL(url).pathname);
      expect(names.some((name) => name.endsWith('.js'))).toBe(true);
      expect(names.some((name) => name.endsWith('.css'))).toBe(true);
      expect(names.length, names.join(' ')).toBeLessThanOrEqual(maxFiles);
      expect(await sumBytes(urls, 'gzip')).toBeLessThanOrEqual(maxBytes);
    },
  );
}

journey(
  'a visit of the dashboard fetches at most 280 kB in 30 files with all that is fetched ahead',
  async ({ page }) => {
    await startSession(page, 'superadmin@acme.example');
    const urls = collectFetchedFiles(page);
    const waitForIdle = followRequests(page);
    const ahead = page.waitForResponse((answer) => answer.url().includes('log-list-page'));
    await page.goto(paths.dashboard());
    await ahead;
    await waitForIdle();
    expect(urls.size).toBeLessThanOrEqual(30);
    expect(await sumBytes(urls, 'br')).toBeLessThanOrEqual(280_000);
  },
);

journey(
  'the answer of each page names its code, and that of the log-in page no more than its own',
  async ({ page }) => {
    await startSession(page, 'superadmin@acme.example');
    const read = async (path: string) => (await page.request.get(path)).text();
    expect(await read(paths.users())).toMatch(/rel="modulepreload" crossorigin href="\/assets\/users-list-page-/);
    expect(await read(paths.user('u1'))).toMatch(/rel="modulepreload" crossorigin href="\/assets\/edit-user-page-/);
    expect(await read(paths.dashboard())).toMatch(
      /rel="modulepreload" crossorigin href="\/assets\/dashboard-with-bill-/,
    );
    await page.context().clearCookies();
    expect(await read(paths.users())).not.toContain('/assets/users-list-page-');
  },
);

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '3g' },
]) {
  journey(`nothing is fetched ahead with ${JSON.stringify(connection)}`, async ({ page }) => {
    await page.addInitScript((line) => Object.defineProperty(navigator, 'connection', { value: line }), connection);
    await page.clock.install();
    await startSession(page, 'superadmin@acme.example');
    await openIdle(page, paths.dashboard());
    const urls = collectFetchedFiles(page);
    const waitForIdle = followRequests(page);
    await page.getByRole('link', { name: 'Billing' }).hover();
    await page.clock.runFor(60_000);
    await waitForIdle();
    expect([...urls]).toEqual([]);
  });
}

journey('the build holds nothing of the page of parts', async ({ page }) => {
  const built = fromRoot('dist', 'web');
  const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const isText = ({ name }: { name: string }) => /\.(?:js|css|html|map)$/.test(name);
  const texts = files.filter(isText).map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(texts.some((text) => text.includes('Log in'))).toBe(true);
  expect(texts.filter((text) => text.includes(longText) || text.includes(unbrokenName))).toEqual([]);
  expect(files.filter(({ name }) => /^parts\b/.test(name))).toEqual([]);
  expect((await page.request.get('/dev/parts')).status()).toBe(404);
});
