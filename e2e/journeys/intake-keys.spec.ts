import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { createCompany, createUser, newWord } from '../support/people.ts';

/** What an assistant does with its key: one conversation over HTTP. Answers the status. */
async function report(secret: string, skill = 'leave_v2'): Promise<number> {
  const conversation = { id: newWord(), date: new Date().toISOString(), skill, status: 'Completed' };
  const { status } = await fetch(`${inject('productUrl')}/api/intake/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversations: [conversation] }),
  });
  return status;
}

const readSecret = (page: Page) => page.getByLabel('Key', { exact: true }).innerText();
const findRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

journey(
  'a key is made, an assistant reports with it, and once it is revoked the assistant is refused',
  async ({ page }) => {
    const founder = await createCompany();
    await signIn(page, founder);
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
    await page.getByRole('link', { name: 'Intake keys' }).click();
    await page.getByText("You don't have any intake keys yet.").waitFor();
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Production');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Production is ready' }).waitFor();
    await expectNoAxeViolations(page);
    const secret = await readSecret(page);
    expect(secret).toMatch(/^stwk_[\w-]{43}$/);
    await expect.poll(() => findRow(page, 'Production').innerText()).toContain('Never');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(secret);

    expect(await report(secret)).toBe(200);
    await page.getByRole('link', { name: 'Mapping' }).click();
    await findRow(page, 'leave_v2').waitFor();
    await page.goto('/integrations/intake');
    await findRow(page, 'Production').waitFor();
    await expect.poll(() => findRow(page, 'Production').innerText()).not.toContain('Never');
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Rotate Production' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    await findRow(page, 'Rotated').waitFor();
    const rotated = await readSecret(page);
    expect(await Promise.all([secret, rotated].map((each) => report(each)))).toEqual([200, 200]);

    await page.getByRole('button', { name: 'Options of Production' }).click();
    await page.getByRole('menuitem', { name: 'Revoke key' }).click();
    // It was used a moment ago.
    await page.getByLabel('Type Production to confirm').fill('Production');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await findRow(page, 'Revoked').waitFor();
    expect(await Promise.all([secret, rotated].map((each) => report(each)))).toEqual([401, 401]);
  },
);

journey('by keyboard alone a name in reports is mapped to a skill', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', '/integrations/intake');
  await page.getByRole('heading', { name: 'Intake keys', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Create key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  const word = newWord();
  await page.keyboard.type(`Keyboard ${word}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Keyboard ${word} is ready` }).waitFor();
  expect(await report(await readSecret(page), word)).toBe(200);
  await page.goto('/integrations/intake/mapping');
  const choice = page.getByLabel(`Skill for ${word}`);
  await choice.focus();
  await page.keyboard.type('Leave');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(new RegExp(`^${word} is now mapped to Leave .*\\.$`)).waitFor();
});

journey('a CSV of another product is imported, found in the log, and undone', async ({ page }) => {
  const founder = await createCompany();
  const word = newWord();
  const csv = `when|chat|who|said|topic
24.11.2025 08:30|${word}|customer|How many days do I have?|Leave
24.11.2025 08:31|${word}|helper|Twelve.|Leave
soon|${word}|customer|Thanks|Leave
`;
  await signIn(page, founder, '/integrations/intake/imports');
  await page.getByText('Nothing has been imported yet.').waitFor();
  const buffer = Buffer.from(csv);
  await page.getByLabel('File of logs').setInputFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer });
  await page.getByRole('heading', { name: `${word}.csv`, level: 1 }).waitFor();
  // The names of its columns are not all known.
  await page.getByLabel('Conversation ID').selectOption('chat');
  await page.getByLabel('Date and time').selectOption('when');
  await page.getByLabel('Who speaks').selectOption('who');
  await page.getByLabel('Text', { exact: true }).selectOption('said');
  await page.getByLabel('helper').check();
  await page.getByLabel('assistant', { exact: true }).click();
  await page.getByText('3 records: 1 conversation.').waitFor();
  await page.getByText('Twelve.').last().waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('3 records read, 1 conversation with 2 messages stored, 1 left out.').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByLabel('Reason').fill('The wrong product');
  await page.getByRole('button', { name: 'Delete conversations' }).click();
  await page.getByText('Undone: 1 conversation with 2 messages deleted.').waitFor();
  await page.getByRole('link', { name: 'Import', exact: true }).first().click();
  await findRow(page, 'Undone').waitFor();
});

journey('who is no SuperAdmin finds no such page', async ({ page }) => {
  const person = await createUser({ roles: ['Admin'] });
  await signIn(page, person, '/integrations/intake');
  await page.getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' }).waitFor();
});
