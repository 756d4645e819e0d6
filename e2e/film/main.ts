import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../support/browser.ts';
import { startSession } from '../support/sign-in.ts';
import { startFilm } from './film.ts';
import { scenes } from './scenes.ts';
import { createStage } from './stage.ts';

const usage = `npm run film -- [--url http://127.0.0.1:3000] [--email superadmin@acme.example] [--out docs/screenshots]
Takes the film of one minute and the pictures of the README, from a portal with the demo. Needs ffmpeg.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'superadmin@acme.example' },
    out: { type: 'string', default: 'docs/screenshots' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  mkdirSync(values.out, { recursive: true });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      baseURL: values.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Tallinn',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await startSession(page, values.email);
    await page.goto('/');
    const stage = createStage(page);
    const film = await startFilm(page);
    for (const { picture, play } of scenes) {
      await play(stage);
      if (picture) await stage.hidden(() => page.screenshot({ path: join(values.out, `${picture}.png`) }));
    }
    const seconds = await film.end(join(values.out, 'film.webm'));
    console.log(`${values.out}: ${scenes.filter(({ picture }) => picture).length} pictures, ${Math.round(seconds)} s`);
  } finally {
    await browser.close();
  }
}

if (values.help) console.log(usage);
else await main();
