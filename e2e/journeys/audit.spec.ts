import type { Page } from 'playwright-core';
import { expect, journey, openPage, signIn } from '../support/journey.ts';
import { createUser, newWord } from '../support/people.ts';

async function changeLastName(page: Page, id: string, lastName: string): Promise<void> {
  await page.goto(`/users/${id}`);
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The user has been saved.').waitFor();
}

/** The log's rows about a record whose name holds the word. */
async function findEntries(page: Page, word: string) {
  await page.goto('/settings/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await page.getByPlaceholder('Search...').fill(word);
  return page.getByRole('table').getByRole('row').filter({ hasText: word });
}

journey(
  'the audit log shows who changed what, also when it was the provider, to that company alone',
  async ({ page, browser }) => {
    const word = newWord();
    const { id } = await createUser({ firstName: 'Silvi', lastName: `Old${word}` });
    await signIn(page, 'superadmin@acme.example');
    await changeLastName(page, id, `Mid${word}`);

    const operator = await openPage(browser);
    await signIn(operator, 'operator@steward.example');
    await operator.getByRole('button', { name: 'Company: Steward' }).click();
    await operator.getByRole('menuitem', { name: 'All companies' }).click();
    await operator.getByRole('button', { name: 'Open Acme Manufacturing' }).click();
    await operator.getByRole('button', { name: 'Company: Acme Manufacturing' }).waitFor();
    await changeLastName(operator, id, `New${word}`);

    const entries = await findEntries(page, word);
    await entries.nth(4).waitFor();
    const [byProvider = '', byCompany = '', newPassword = '', firstSignIn = '', created = ''] =
      await entries.allInnerTexts();
    expect(byProvider).toContain('Olivia Mets');
    expect(byProvider).toContain('operator@steward.example');
    expect(byProvider).toMatch(/Steward/);
    expect(byProvider).toMatch(new RegExp(`Mid${word}[^]*New${word}`));
    expect(byCompany).toContain('Maarja Kask');
    expect(byCompany).toMatch(new RegExp(`Old${word}[^]*Mid${word}`));
    expect(byCompany).not.toContain('Steward');
    expect(newPassword).toContain('Temporary password changed');
    expect(firstSignIn).toContain('Signed in');
    expect(created).toContain('User created');
    expect(created.toLowerCase()).not.toContain('password');

    await operator.getByRole('button', { name: 'Company: Acme Manufacturing' }).click();
    await operator.getByRole('menuitemradio', { name: 'Steward' }).click();
    await operator.getByRole('button', { name: 'Company: Steward' }).waitFor();
    await findEntries(operator, word);
    await operator.getByText('No changes matching the current search.').waitFor();
    await operator.context().close();

    const stranger = await openPage(browser);
    await signIn(stranger, 'superadmin@globex.example');
    await findEntries(stranger, word);
    await stranger.getByText('No changes matching the current search.').waitFor();
    await stranger.goto('/users');
    await stranger.getByRole('cell', { name: 'superadmin@globex.example' }).waitFor();
    await expect.poll(() => stranger.getByText('acme.example').count()).toBe(0);
    await stranger.goto(`/users/${id}`);
    await stranger
      .getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' })
      .waitFor();
    await stranger.context().close();
  },
);
