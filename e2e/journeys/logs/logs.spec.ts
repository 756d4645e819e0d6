import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { expect, expectNoAxeViolations, journey, openPage, saveFile, signIn } from '../../support/journey.ts';
import { pressOn, waitForFocus } from '../../support/keyboard.ts';
import { hostileHtml } from '../../support/hostile-html.ts';
import { callAs, createCompany, newWord } from '../../support/people.ts';
import { report } from '../../support/reports.ts';
import { followRequests } from '../../support/idle-network.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

function makeConversation(place: number, different: Partial<IntakeConversation> = {}): IntakeConversation {
  return {
    id: newWord(),
    date: ago(place),
    skill: 'Leave request',
    user: { id: 'anna', email: 'anna@people.example', firstName: 'Anna', lastName: 'Berg' },
    status: 'Completed',
    ...different,
  };
}

const attack =
  '<img src=x onerror="window.pwned = true"><script>window.pwned = true</script><style>*{color:red}</style><base href="//x">';

/** One conversation with every part, and an attack wherever a text may stand. */
const talkative = makeConversation(1, {
  skill: `Orders ${attack}`,
  status: 'Failed',
  messages: [
    {
      id: 'asked',
      date: ago(1),
      isAssistant: false,
      author: 'Anna Berg',
      data: [{ type: 'text', value: 'Which orders are open?' }],
    },
    {
      id: 'answered',
      date: ago(0),
      isAssistant: true,
      author: attack,
      data: [
        { type: 'text', value: `<p>These <b>twelve</b>: <a href="https://other.example/orders">all</a></p>${attack}` },
        {
          type: 'table',
          legend: { id: 'Order' },
          sourceData: Array.from({ length: 12 }, (_, index) => ({ id: `PO-${index + 1}`, note: attack })),
        },
        { type: 'formResult', username: 'ABERG', e_mail: 'anna@people.example', tel1_numbr: '5', reason: attack },
        { type: 'availableSkills', groups: [{ name: 'Buying', data: [{ id: 1, name: attack }] }] },
        { type: 'chart', title: 'Orders', labels: ['May', 'June'], series: [{ name: 'Open', values: [7, 5] }] },
        { type: 'picture', value: `javascript:${attack}`, title: attack },
      ],
    },
  ],
});

async function openLogs(page: Page): Promise<void> {
  await page.goto('/analytics/logs');
  await page.getByText('entries .').waitFor();
}

journey('a SuperAdmin filters the log, pages through it and reads a conversation', async ({ page }) => {
  const founder = await createCompany();
  const others = Array.from({ length: 44 }, (_, index) => makeConversation(index + 2));
  await report(founder, [talkative, ...others]);
  await signIn(page, founder);
  await openLogs(page);
  await page.getByText('Showing 1 to 20 of 45 entries .').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Page 3' }).click();
  await page.getByText('Showing 41 to 45 of 45 entries .').waitFor();
  await page.goBack();
  await page.getByText('Showing 1 to 20 of 45 entries .').waitFor();

  await page.getByRole('button', { name: 'Status: All' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('Showing 1 to 1 of 1 entries .').waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).toBe('?status=Failed');

  const link = page.getByRole('table').getByRole('link');
  await pressOn(link, 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Which orders are open?').waitFor();
  await dialog.getByText('1 to 8 of 12 rows').waitFor();
  await expectNoAxeViolations(page);
  await expect.poll(() => page.evaluate(() => 'pwned' in window)).toBe(false);

  await dialog.getByRole('link', { name: 'all' }).click();
  await page.getByText('other.example').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('other.example').waitFor({ state: 'hidden' });
  await dialog.getByText('Which orders are open?').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitForFocus(link);
});

journey('a link leads straight to a conversation, and not to one of another company', async ({ page, browser }) => {
  const founder = await createCompany();
  await report(founder, [talkative]);
  await signIn(page, founder);
  await openLogs(page);
  await page.getByRole('table').getByRole('link').click();
  await page.getByText('Which orders are open?').waitFor();
  const address = page.url();
  await page.reload();
  await page.getByText('Which orders are open?').waitFor();

  const stranger = await openPage(browser);
  await signIn(stranger, 'superadmin@globex.example', address);
  await stranger.getByRole('dialog').getByRole('alert').waitFor();
  await expect.poll(() => stranger.getByText('Which orders are open?').count()).toBe(0);
  await stranger.context().close();
});

journey('what the log shows is saved as a file by the keyboard alone', async ({ page }) => {
  const founder = await createCompany();
  const named = (place: number, status: IntakeConversation['status']) =>
    makeConversation(place, { skill: '=cmd()', status, user: { id: 'õie', firstName: 'Õie' } });
  await report(founder, [named(1, 'Failed'), named(2, 'Completed'), named(3, 'Failed')]);
  await signIn(page, founder);
  await page.goto('/analytics/logs?status=Failed');
  await page.getByText('Showing 1 to 2 of 2 entries .').waitFor();
  await pressOn(page.getByRole('button', { name: 'Download conversations' }), 'Enter');
  const first = page.getByRole('menuitem', { name: 'CSV for Excel, Conversations' });
  await first.waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('ArrowDown');
  await waitForFocus(first);
  const saved = await saveFile(page, () => page.keyboard.press('Enter'));
  expect(saved.suggestedFilename()).toMatch(/^conversations-[\d-]+\.csv$/);
  const [head = '', ...rows] = (await readFile(await saved.path(), 'utf16le')).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFF"Conversation"/);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/"'=cmd\(\)".*"Õie".*"Failed"/);
});

journey('a phrase is searched, and its hit opens the transcript at the marked message', async ({ page }) => {
  const founder = await createCompany();
  const texts = Array.from({ length: 40 }, (_, place) => `Answer ${place} about the warehouse.`);
  texts[30] = 'The goods receipt is <b>still missing</b>, so that nothing was posted.';
  const messages = texts.map((value, place) => ({
    id: `m${place}`,
    date: ago(1),
    isAssistant: place % 2 === 1,
    author: 'Anna Berg',
    data: [{ type: 'text' as const, value }],
  }));
  const [found, other] = [makeConversation(1, { messages }), makeConversation(2, { messages: messages.slice(0, 20) })];
  await report(founder, [found, other]);
  const send = await callAs(founder.email, founder.password);
  const countFound = async () =>
    ((await send('POST', '/analytics/logs', { search: 'warehouse' })) as { size: number }).size;
  await expect.poll(countFound, { timeout: 30_000 }).toBe(2);
  await signIn(page, founder);
  await openLogs(page);
  await page.keyboard.press('/');
  await page.keyboard.type('"receipt is still missing" warehouse');
  await page.keyboard.press('Enter');
  await page.getByText('Showing 1 to 1 of 1 entries .').waitFor();
  const hits = page.getByRole('list', { name: 'Found in' });
  await hits.getByText('receipt is still missing', { exact: true }).waitFor();
  await expectNoAxeViolations(page);

  await hits.getByRole('link').filter({ hasText: 'still missing' }).click();
  const dialog = page.getByRole('dialog');
  const message = dialog.getByRole('article').filter({ hasText: 'still missing' });
  await message.waitFor();
  await expect.poll(() => message.evaluate(isInView)).toBe(true);
  await expect.poll(() => page.evaluate(listMarked)).toContain('receipt is still missing');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(listMarked)).toEqual([]);
});

/** The texts that are marked as hits. */
const listMarked = () => Array.from(CSS.highlights.get('search-hits') ?? [], (range) => (range as Range).toString());

/** Whether all of it can be seen. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Whatever a message does beside being shown: reports of the content policy, dialogs, and requests to other hosts. */
async function collectEffects(page: Page): Promise<string[]> {
  const effects: string[] = [];
  await page.exposeFunction('keepEffect', (effect: string) => effects.push(effect));
  await page.addInitScript(() => {
    const { keepEffect } = globalThis as unknown as { keepEffect: (effect: string) => void };
    addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
      keepEffect(`${effectiveDirective}: ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    effects.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(inject('productUrl'))) effects.push(request.url());
  });
  return effects;
}

journey(
  'hostile messages are shown without a script, a request or a report of the content policy',
  async ({ page }) => {
    const founder = await createCompany();
    const texts = [...hostileHtml, 'This is the last message.'];
    const messages = texts.map((value, place) => ({
      id: `m${place}`,
      date: ago(1),
      isAssistant: place % 2 === 1,
      author: 'Anna Berg',
      data: [{ type: 'text' as const, value }],
    }));
    await report(founder, [makeConversation(1, { messages })]);
    const effects = await collectEffects(page);
    const waitForIdle = followRequests(page);
    await signIn(page, founder);
    await openLogs(page);
    await page.getByRole('table').getByRole('link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This is the last message.').scrollIntoViewIfNeeded();
    const shown = dialog.getByText('Anna Berg', { exact: true });
    await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(texts.length);
    await waitForIdle();
    expect(effects).toEqual([]);
  },
);

journey(
  'values are masked, tried and shown by kind, and unmasked in one conversation with a reason',
  async ({ page }) => {
    const founder = await createCompany();
    const date = ago(5);
    const text = {
      type: 'text' as const,
      value: 'Write to k<b>alle</b>@elsewhere.example or call +372 5123 4567, C-1234',
    };
    const message = { id: 'm', date, isAssistant: false, author: 'Kalle', data: [text] };
    await report(founder, [{ ...talkative, id: 'masked', messages: [message] }]);
    await signIn(page, founder, '/settings/masking');
    await page.getByRole('checkbox', { name: 'Phone numbers' }).uncheck();
    await page.getByRole('button', { name: 'Add pattern' }).click();
    await page.getByLabel('Name').fill('contract');
    await page.getByLabel('Pattern', { exact: true }).fill('C-\\d{4}');
    await page.getByLabel('Text').fill('a@b.ee, +372 5123 4567, C-9');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('[e-mail], +372 5123 4567, C-9').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The masking has been saved.').waitFor();

    await openLogs(page);
    await page.getByRole('table').getByRole('link').click();
    const transcript = page.getByRole('dialog').first();
    await transcript.getByText('Write to [e-mail] or call +372 5123 4567, [contract]').waitFor();
    await transcript.getByRole('button', { name: 'Unmask' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unmask this conversation' });
    await dialog.getByLabel('Reason').fill('short');
    await dialog.getByRole('button', { name: 'Unmask' }).click();
    await dialog.getByText('Enter a reason of at least 10 characters.').waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('Reason').fill('The person asked what was said');
    await dialog.getByRole('button', { name: 'Unmask' }).click();
    await transcript.getByText('Write to kalle@elsewhere.example').waitFor();
    await transcript.getByText('Unmasked for you until').waitFor();
    await expectNoAxeViolations(page);
    await page.goto('/settings/audit');
    await page.getByText('Transcript unmasked').waitFor();
  },
);
