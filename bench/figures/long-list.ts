import type { Page } from 'playwright-core';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { measurePainted } from '../painted.ts';
import type { Portal } from '../../harness/portal.ts';
import { openSignedIn } from '../signed-in-page.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';

const userCount = 10_000;
/** Short enough to be whole in the page. */
const wholeCount = 2_500;
const signInAs = 'superadmin@globex.example';
const words = ['maar', 'tamm', 'kask7', 'liis', 'person12', 'rebane'];

export const longList = {
  title: 'Users list with 10,000 users',
  method:
    'A company of 10,000 users, and before that of 2,500, whose rows are whole in the page. A keystroke is measured from its time stamp until the rows that it changes are painted; of 2,500 users once a second after the one before, when the list is whole, and once 300 ms after it, when the rows out of view follow. Scrolling turns the wheel 100 times; a frame later than 50 ms after the one before is a late one. First rendering counts from the click on the menu to the count of all users, with the answer of 10,000 users in it.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    const browser = await bench.browser();
    await addUsers(portal, wholeCount);
    const whole = await measureWhole(await openSignedIn(browser, portal, signInAs), bench.isQuick ? 1 : 5);
    await addUsers(portal, userCount);
    const page = await openSignedIn(browser, portal, signInAs);
    const link = page.getByRole('link', { name: 'User management' });
    const opening = await measurePainted(
      page,
      { event: 'click', selector: 'main [role="status"]', text: '10,000 users' },
      () => link.click(),
    );
    const keystrokesMs = await typeWords(page, bench.isQuick ? words.slice(0, 2) : words);
    const scrolling = await scroll(page, 100);
    await page.context().close();
    return [
      ...whole,
      atMost('keystroke to painted result, median', '50 ms', median(keystrokesMs), { all: roundAll(keystrokesMs) }),
      note('keystroke to painted result, 95 %', quantile(keystrokesMs, 0.95), 'ms'),
      note('scrolling: late frames', scrolling.lateFrames, `of ${scrolling.frames}`),
      note('scrolling: longest frame', scrolling.longestMs, 'ms'),
      note('first rendering', opening.paintedMs, 'ms'),
    ];
  },
};

/** Makes the second demo company one of so many users, each with an account. */
async function addUsers(portal: Portal, count: number): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query(
      `with company as (select id, name from companies where name = 'Globex Logistics'),
        missing as (select $1 - count(*)::int as count from users join company on company.id = users.company_id),
        person as (
          select n, (array['Maarja','Liis','Rasmus','Kadri','Toomas','Helena','Erik'])[1 + n % 7] as first_name,
            (array['Tamm','Kask','Rebane','Saar','Oja','Sepp','Lepik','Laine'])[1 + n % 8] || n as last_name,
            'person' || n || '@globex.example' as email
          from missing, generate_series($1 - missing.count + 1, $1) as n),
        account as (
          insert into identity.accounts (name, email, email_verified)
          select first_name || ' ' || last_name, email, true from person returning id, email)
      insert into users (company_id, account_id, email, first_name, last_name, company, roles)
      select company.id, account.id, email, first_name, last_name, company.name, array['User']
      from company, person join account using (email)`,
      [count],
    );
  });
}

/** A word that narrows the list, and its removal, letter by letter, with each pause. */
const wholeKeys = ['k', 'a', 's', 'Backspace', 'Backspace', 'Backspace'];
const wholePauses = { 'a second after the last': 1000, 'while rows follow': 300 };

async function measureWhole(page: Page, rounds: number): Promise<Reading[]> {
  await page.getByRole('link', { name: 'User management' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${wholeCount.toLocaleString('en')} users` })
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search users' }).focus();
  const readings: Reading[] = [];
  for (const [name, pauseMs] of Object.entries(wholePauses)) {
    const times: number[] = [];
    for (let turn = 0; turn < rounds * wholeKeys.length; turn += 1) {
      await page.waitForTimeout(pauseMs);
      const press = () => page.keyboard.press(wholeKeys[turn % wholeKeys.length] ?? '');
      times.push((await measurePainted(page, { event: 'keydown', selector: 'main table' }, press)).paintedMs);
    }
    const title = `2,500 rows whole, keystroke ${name}`;
    readings.push(atMost(`${title}: median`, '50 ms', median(times), { all: roundAll(times) }));
    readings.push(note(`${title}: 95 %`, quantile(times, 0.95), 'ms'));
  }
  await page.context().close();
  return readings;
}

async function typeWords(page: Page, typed: readonly string[]): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search users' });
  const times: number[] = [];
  for (const word of typed) {
    await box.fill('');
    await page
      .getByRole('status')
      .filter({ hasText: /^10,000 users$/ })
      .waitFor();
    await box.focus();
    for (const key of word) {
      const expected = { event: 'keydown', selector: 'main table' } as const;
      const { paintedMs } = await measurePainted(page, expected, () => page.keyboard.press(key));
      times.push(paintedMs);
    }
  }
  await box.fill('');
  return times;
}

async function scroll(page: Page, turns: number) {
  await page.mouse.move(720, 500);
  const gaps = await page.evaluateHandle(() => {
    const times: number[] = [];
    const keep = (time: number) => {
      times.push(time);
      requestAnimationFrame(keep);
    };
    requestAnimationFrame(keep);
    return times;
  });
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, 600);
  const times = await gaps.jsonValue();
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    frames: frames.length,
    lateFrames: frames.filter((gap) => gap > 50).length,
    longestMs: Math.max(...frames),
  };
}
