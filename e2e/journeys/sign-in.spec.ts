import type { Page } from 'playwright-core';
import { expect, journey, signIn } from '../support/journey.ts';

/* The entries of the specification, and below them those for daily work. */
const entriesOfEveryRole = ['Dashboard', 'Company Profile', 'Usage Dashboard', 'Billing', 'Conversations'];
const superAdmin = [
  'Dashboard',
  'Dashboard Old',
  'User management',
  'Company Profile',
  'Usage Dashboard',
  'Billing',
  'Integrations',
  'Integrations OLD',
  'Skills',
  'Skills Old',
  'Conversations',
  'Assistants',
  'Privacy',
  'Audit log',
];
const notFound = 'We are sorry but the page you are looking for was not found.';

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

async function readMenu(page: Page): Promise<string[]> {
  const texts = await mainMenu(page).getByRole('listitem').allInnerTexts();
  return texts.map((text) => text.trim());
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
}

journey('each role finds its own menu entries, and only a SuperAdmin finds Notifications', async ({ page }) => {
  const menus = [
    { email: 'superadmin@acme.example', name: 'Maarja Kask', entries: superAdmin, notifications: 1 },
    { email: 'admin@acme.example', name: 'Rasmus Tamm', entries: entriesOfEveryRole, notifications: 0 },
    { email: 'user@acme.example', name: 'Laura Sepp', entries: entriesOfEveryRole, notifications: 0 },
    { email: 'technical@acme.example', name: 'Indrek Pärn', entries: entriesOfEveryRole, notifications: 0 },
  ];
  for (const { email, name, entries, notifications } of menus) {
    await signIn(page, email);
    await expect.poll(() => readMenu(page), { message: email }).toEqual(entries);
    await page.getByText(name, { exact: true }).waitFor();
    await page.getByText('Acme Manufacturing', { exact: true }).waitFor();
    await mainMenu(page).getByText('Built and supported by Steward').waitFor();
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'Notifications' }).count(), { message: email })
      .toBe(notifications);
    await page.keyboard.press('Escape');
    await logOut(page);
  }
});

journey('a menu group opens with the pages below it and closes when they are left', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  const menu = mainMenu(page);
  await expect.poll(() => menu.getByRole('link', { name: 'Catalogue' }).count()).toBe(0);
  await menu.getByRole('link', { name: 'Integrations OLD' }).click();
  await page.waitForURL('/connections');
  await menu.getByRole('link', { name: 'Catalogue' }).click();
  await page.waitForURL('/connections/catalogue');
  await expect.poll(() => menu.locator('[aria-current]').allInnerTexts()).toEqual(['Catalogue']);
  await page.goto('/skills/management');
  await menu.getByRole('link', { name: 'Skill Store' }).waitFor();
  await expect.poll(() => menu.getByRole('link', { name: 'Catalogue' }).count()).toBe(0);
  await menu.getByRole('link', { name: 'User management' }).click();
  await page.getByRole('heading', { name: 'User management' }).waitFor();
  await expect.poll(() => menu.getByRole('link', { name: 'Skill Store' }).count()).toBe(0);
});

journey('logging out in one tab leaves the signed-in screens in every tab', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/users');
  await other.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
  await logOut(page);
  await other.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await expect.poll(() => other.getByText('superadmin@acme.example').count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
});

journey(
  'a page that the roles do not open is not found, and neither is a path that does not exist',
  async ({ page }) => {
    await signIn(page, 'user@acme.example');
    const closed = [
      '/users',
      '/users/newUser',
      '/settings/notifications',
      '/settings/audit',
      '/skills',
      '/connections',
    ];
    for (const path of [...closed, '/dashboard-old', '/settings/billing/addNew', '/companies', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('heading', { name: notFound }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    }
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
    await page.getByRole('heading', { name: 'Technical support' }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.waitForURL('/');
  },
);

journey('a step of signing in that is not due leads to the log-in page', async ({ page }) => {
  for (const path of ['/two-factor', '/new-password', '/verify-account']) {
    await page.goto(path);
    await page.waitForURL('/login');
    await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  }
});

journey('a deep link leads over the log-in page back to itself, and never to another site', async ({ page }) => {
  await page.goto('/settings/company?from=mail');
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await page.getByLabel('E-mail').fill('user@acme.example');
  await page.getByLabel('Password', { exact: true }).fill('Steward-2026!');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/company');
  await logOut(page);
  for (const elsewhere of ['//evil.example/', 'https://evil.example/', '/%5Cevil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?returnTo=${encodeURIComponent(elsewhere)}`);
    await page.getByLabel('E-mail').fill('user@acme.example');
    await page.getByLabel('Password', { exact: true }).fill('Steward-2026!');
    await page.getByRole('button', { name: 'Log in' }).click();
    await mainMenu(page).waitFor();
    await expect.poll(() => new URL(page.url()).pathname, { message: elsewhere }).toBe('/');
    await logOut(page);
  }
});
