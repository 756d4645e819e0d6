import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import type { RowFile } from '#features/protection/contract/row-files.ts';
import { paths } from '../../web/paths.ts';
import { streamedRows } from '../support/limits.ts';
import { expect, expectNoAxeViolations, journey, saveFile, signIn, waitForMail } from '../support/journey.ts';
import { chooseByKeyboard, pressOn, waitForFocus } from '../support/keyboard.ts';
import { callAs, createCompany, createUser, type Person } from '../support/people.ts';
import { report } from '../support/reports.ts';

const failedCount = streamedRows + 5;

function makeConversations(count: number, status: IntakeConversation['status']): IntakeConversation[] {
  const date = new Date(Date.now() - 60_000).toISOString();
  const user = { id: 'anna', email: 'anna@people.example', firstName: 'Anna', lastName: 'Berg' };
  // Random ids can have the form of a masked one.
  return Array.from({ length: count }, (_, place) => ({
    id: `${status}-${place}`,
    date,
    skill: 'Leave request',
    user,
    status,
  }));
}

/** More failed conversations than one download may have, and others; answers the ids of the failed ones. */
async function reportMany(founder: Person): Promise<string[]> {
  const failed = makeConversations(failedCount, 'Failed');
  await report(founder, [...failed, ...makeConversations(3, 'Completed')]);
  return failed.map(({ id }) => id);
}

const findMenu = (page: Page) => page.getByRole('button', { name: 'Download conversations' });
const findRow = (page: Page) => page.getByRole('row', { name: /Conversations, CSV for Excel/ });

/** With the keyboard, from the log to the list of the prepared files. */
async function requestFile(page: Page): Promise<void> {
  await page.goto('/analytics/logs?status=Failed');
  await page.getByText(`Showing 1 to 20 of ${failedCount} entries .`).waitFor();
  await chooseByKeyboard(page, findMenu(page), 'CSV for Excel, Conversations');
  const dialog = page.getByRole('dialog', { name: 'Too many rows for one download' });
  await dialog.getByText('prepare them as a file in the background').waitFor();
  await expectNoAxeViolations(page);
  await waitForFocus(dialog.getByRole('button', { name: 'Prepare the file' }));
  await page.keyboard.press('Enter');
  await page.getByText('The file is being prepared.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await chooseByKeyboard(page, findMenu(page), 'My files');
  await page.getByRole('heading', { name: 'My files' }).waitFor();
  await findRow(page).getByText('status: Failed').waitFor();
  await findRow(page).getByText('Ready').waitFor();
}

journey(
  'what is too long for one download is prepared as a file, announced by e-mail, downloaded and deleted',
  async ({ page }) => {
    const founder = await createCompany();
    const colleague = await createUser({ by: founder.email, byPassword: founder.password, roles: ['SuperAdmin'] });
    const ids = await reportMany(founder);
    await signIn(page, founder);
    await requestFile(page);
    await expectNoAxeViolations(page);
    const mail = await waitForMail(founder.email, /^Your file is ready for download: Conversations$/);
    expect(mail.text).toContain(`the file that you requested has ${failedCount} rows`);
    expect(mail.text).toContain(`${inject('productUrl')}${paths.downloads()}`);

    await findRow(page).getByText(`${failedCount} rows`).waitFor();
    const download = findRow(page).getByRole('button', { name: /^Download Conversations of/ });
    const saved = await saveFile(page, () => pressOn(download, 'Enter'));
    expect(saved.suggestedFilename()).toMatch(/^conversations-[\d-]+\.csv$/);
    const [head = '', ...rows] = (await readFile(await saved.path(), 'utf16le')).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFF"Conversation"/);
    const reported = rows.map((row) => /^"[^"]+"\t"([^"]+)"/.exec(row)?.[1]);
    expect(reported.toSorted()).toEqual(ids.toSorted());

    const send = await callAs(founder.email, founder.password);
    const [file] = (await send('GET', '/exports/files')) as RowFile[];
    const link = `/exports/files/${file?.id}/file`;
    const sendAsColleague = await callAs(colleague.email, colleague.password);
    await expect(sendAsColleague('GET', link)).rejects.toThrow('answers 404');
    await pressOn(findRow(page).getByRole('button', { name: /^Delete Conversations of/ }), 'Enter');
    await page.getByText('The file has been deleted.').waitFor();
    await page.getByText('Large downloads appear here when they are ready.').waitFor();
    await expect(send('GET', link)).rejects.toThrow('answers 404');
  },
);

journey('a prepared file is denied to its owner after the loss of the right to its rows', async ({ page }) => {
  const founder = await createCompany();
  const user = await createUser({ by: founder.email, byPassword: founder.password });
  await reportMany(founder);
  await signIn(page, user);
  await requestFile(page);
  const send = await callAs(founder.email, founder.password);
  const transcripts = { ...defaultRights.transcripts, User: 'none' };
  await send('PUT', '/company/rights', { levels: { ...defaultRights, transcripts } });
  await findRow(page)
    .getByRole('button', { name: /^Download Conversations of/ })
    .click();
  await page.getByText('You are not authorized to perform this action!').waitFor();
  const sendAsUser = await callAs(user.email, user.password);
  const [file] = (await sendAsUser('GET', '/exports/files')) as RowFile[];
  await expect(sendAsUser('GET', `/exports/files/${file?.id}/file`)).rejects.toThrow('answers 403');
  const form = { kind: 'conversations', filter: { status: ['Failed'] }, format: 'csv' };
  await expect(sendAsUser('POST', '/exports/files', form)).rejects.toThrow('answers 403');
});
