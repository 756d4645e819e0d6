import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { moveFocus, pressOn, waitForFocus } from '../support/keyboard.ts';
import { createCompany, createUser, newWord } from '../support/people.ts';
import { report as reportAll } from '../support/reports.ts';

/** Reports one conversation over HTTP with an assistant's key. Answers the status. */
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
    await page.getByRole('link', { name: 'Assistants' }).click();
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
    await page.getByLabel('Which assistant do you connect?').selectOption('Own program');
    await page.getByText('Waiting for the first conversation…').waitFor();
    await expectNoAxeViolations(page);
    expect(await report(secret)).toBe(200);
    await page.getByText(/^Received at /).waitFor();
    await page.getByRole('link', { name: 'Read it' }).waitFor();
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
  await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  await pressOn(page.getByRole('button', { name: 'Create key' }), 'Enter');
  await waitForFocus(page.getByRole('textbox', { name: 'Name' }));
  const word = newWord();
  await page.keyboard.type(`Keyboard ${word}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Keyboard ${word} is ready` }).waitFor();
  expect(await report(await readSecret(page), word)).toBe(200);
  await page.goto('/integrations/intake/mapping');
  const choice = page.getByLabel(`Skill for ${word}`);
  await moveFocus(choice);
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
  await page.getByText('3 records: 1 conversation.').waitFor();
  await page.getByText('Twelve.').last().waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('3 records read, 1 conversation with 2 messages stored, 1 left out.').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByLabel('Reason').fill('The wrong product');
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete conversations' }).click();
  await page.getByText(/^Undone: 1 conversation with 2 messages deleted, ended /).waitFor();
  await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
  await findRow(page, 'Undone').waitFor();
});

const makeConversation = (minutesAgo: number) => ({
  id: newWord(),
  date: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  skill: 'Leave request',
  user: { id: 'anna', firstName: 'Anna', lastName: 'Berg' },
});

journey(
  'conversations that arrive while the log is read are counted, and listed with a press of Enter',
  async ({ page }) => {
    const founder = await createCompany();
    await reportAll(founder, [makeConversation(5)]);
    await signIn(page, founder, '/analytics/logs');
    await page.getByText('Showing 1 to 1 of 1 entries .').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await reportAll(
      founder,
      Array.from({ length: 12 }, (_, place) => makeConversation(place / 10)),
    );
    const news = page.getByRole('button', { name: '12 new' });
    await news.waitFor();
    // What is read does not move under the reader.
    await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(1);
    await expectNoAxeViolations(page);
    await pressOn(news, 'Enter');
    await page.getByText('Showing 1 to 13 of 13 entries .').waitFor();
    await news.waitFor({ state: 'hidden' });
  },
);

/** The exports of one run of OpenTelemetry's own instrumentation of OpenAI, spans after the log records of their messages. */
const exported = (name: string) =>
  fileURLToPath(
    new URL(`../../features/intake/server/otlp/testing/clients/otel-js-openai-own-spans/${name}`, import.meta.url),
  );

journey('the exports of a client are tried one after the other, and stored by none', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, '/integrations/intake/dry-run');
  for (const [name, format] of [
    ['01-logs.pb.gz', 'OpenTelemetry logs, protobuf, gzip'],
    ['03-traces.pb.gz', 'OpenTelemetry traces, protobuf, gzip'],
  ] as const) {
    await page.getByLabel('Payload file').setInputFiles(exported(name));
    await page.getByText(name, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText(format).waitFor();
    await page.getByText(/ accepted: /).waitFor();
  }
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Remove file' }).click();
  await page.getByLabel('Payload', { exact: true }).fill('{"conversations": [');
  await page.getByRole('button', { name: 'Try' }).click();
  await page.getByRole('alert').getByText('The body is no JSON.').waitFor();
  await page.goto('/analytics/logs');
  await page.getByText('No conversations in this period.').waitFor();
});

journey('who is no SuperAdmin finds no such page', async ({ page }) => {
  const person = await createUser({ roles: ['Admin'] });
  await signIn(page, person, '/integrations/intake');
  await page.getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' }).waitFor();
});
