import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { callAs, createUser } from '../support/people.ts';

/** Pages with a part in their address are looked at with one that exists, or as not found; records come further below. */
const samples: Readonly<Partial<Record<keyof typeof paths, string>>> = {
  usage: paths.usage('byCost', 'descending'),
  invoice: paths.invoice('1'),
  catalogueProvider: paths.catalogueProvider('ibm'),
  connection: paths.connection('ibm', 'assistant', 'addNew'),
  skill: paths.skill('1'),
  editSkill: paths.editSkill('1'),
};

const signedOut = ['login', 'signUp', 'forgotPassword'] as const;
/** Screens that something has to lead to: those of the journeys below and of the ones about just that. */
const halfWay = ['newPassword', 'verifyAccount', 'twoFactor', 'twoFactorSetup', 'user', 'unsubscribe'] as const;

const shellPaths = Object.entries(paths)
  .filter(([name]) => ![...signedOut, ...halfWay].some((other) => other === name))
  .map(([name, toPath]) => samples[name as keyof typeof paths] ?? (toPath as () => string)());

const settled = '[aria-busy="true"], [aria-label^="Loading"]';

async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction((busy) => !document.querySelector(busy), settled);
}

async function checkAll(page: Page, all: readonly string[]): Promise<void> {
  for (const path of all) {
    await openSettled(page, path);
    expect(new URL(page.url()).pathname, path).toBe(path);
    await expectNoAxeViolations(page);
  }
}

const third = Math.ceil(shellPaths.length / 3);

for (const part of [0, 1, 2]) {
  const all = shellPaths.slice(part * third, (part + 1) * third);
  journey(`the signed-in pages have no accessibility fault, part ${part + 1}: ${all[0]} …`, async ({ page }) => {
    // The provider's SuperAdmin opens every page there is.
    await signIn(page, 'operator@steward.example');
    await checkAll(page, all);
  });
}

journey(
  'a list of many users, a found and a selected one, its form and its dialogs have no fault',
  async ({ page }) => {
    await signIn(page, 'superadmin@acme.example');
    await checkAll(page, ['/users', '/settings/audit', '/no/such/page']);
    await page.goto('/users?search=sofia');
    await page.getByRole('checkbox', { name: 'Select Sofia Lindqvist' }).check();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Please enter DELETE to confirm the deletion').waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByPlaceholder('Search...').fill('nobody is called like this');
    await page.getByText('No users matching the current search.').waitFor();
    await expectNoAxeViolations(page);
    await openSettled(page, paths.newUser());
    await page.getByRole('button', { name: 'Create new user' }).click();
    await page.getByText('The Last Name field is required!').waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel('First Name').fill('Typed');
    await page.getByRole('link', { name: 'Company Profile' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await expectNoAxeViolations(page);
  },
);

journey('the pages of records have no accessibility fault', async ({ page }) => {
  const send = await callAs('superadmin@acme.example');
  const skills = (await send('GET', '/skills/store')) as { _id: string; isProvided: boolean }[];
  const own = skills.find(({ isProvided }) => !isProvided)?._id ?? '';
  const provided = skills.find(({ isProvided }) => isProvided)?._id ?? '';
  const integrations = (await send('GET', '/integrations')) as { id: string; provider: string; service: string }[];
  await signIn(page, 'superadmin@acme.example');
  await checkAll(page, [
    paths.skill(own),
    paths.skill(provided),
    paths.editSkill(own),
    ...integrations
      .slice(0, 3)
      .map(({ provider, service, id }) => paths.connection(provider.toLowerCase(), service, id)),
  ]);
  expect([own, provided, integrations.length > 2]).not.toContain('');
});

journey('open menus and choices have no accessibility fault', async ({ page }) => {
  await signIn(page, 'operator@steward.example');
  for (const name of ['Profile menu', 'Company: Steward']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menu').waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByRole('combobox', { name: 'Primary contact' }).click();
  await page.getByRole('option').first().waitFor();
  await expectNoAxeViolations(page);
  await openSettled(page, paths.newUser());
  await page.getByRole('combobox', { name: 'Role' }).or(page.getByLabel('Role')).first().click();
  await page.getByRole('option', { name: 'Admin', exact: true }).waitFor();
  await expectNoAxeViolations(page);
});

journey('the screens of signing in have no accessibility fault, empty and with their messages', async ({ page }) => {
  const person = await createUser();
  for (const name of signedOut) {
    await openSettled(page, paths[name]());
    await expectNoAxeViolations(page);
    await page
      .locator('form')
      .getByRole('button', { name: /log in|sign up|send code/i })
      .click();
    await page.getByText('Please input your Email!').waitFor();
    await expectNoAxeViolations(page);
  }
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await expectNoAxeViolations(page);
  await signIn(page, person.email, person.password);
  await openSettled(page, paths.twoFactorSetup());
  await expectNoAxeViolations(page);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('img', { name: 'Key for your authenticator app' }).waitFor();
  await expectNoAxeViolations(page);
});
