import type { Browser, Page } from 'playwright-core';
import { paths } from '../../../web/paths.ts';
import { changeTexts, type Changer } from '../../support/changed-pages/change-texts.ts';
import { expect, journey, openPage, signIn } from '../../support/journey.ts';
import { callAs, createCompany, type Person } from '../../support/people.ts';
import { reportSome } from '../../support/changed-pages/reported-pages.ts';

interface Flow {
  readonly page: Page;
  readonly founder: Person;
  readonly send: Awaited<ReturnType<typeof callAs>>;
}

const findRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The rows of a list that the server answers. */
const countOf = async ({ send }: Flow, path: string) => ((await send('GET', path)) as unknown[]).length;

/** Users: create, save, filter, open and close the dialog of a deletion. */
async function changeUsers(flow: Flow): Promise<void> {
  const { page, founder } = flow;
  await page.goto(paths.newUser());
  await page.getByLabel('First Name').fill('Urve');
  await page.getByLabel('Last Name').fill('Kivi');
  await page.getByLabel('E-mail address').fill(`urve.${founder.email}`);
  await page.getByLabel('SAP Login ID').fill('KIVI');
  await page.getByLabel('Company Name').fill(founder.company);
  await press(page, 'Create new user');
  await page.waitForURL((url) => url.pathname === paths.users());
  await findRow(page, 'Kivi').waitFor();
  await page.getByRole('table').getByRole('link', { name: 'Urve' }).click();
  await page.getByLabel('Last Name').fill('Kivilo');
  await press(page, 'Save changes');
  await findRow(page, 'Kivilo').waitFor();
  const count = await countOf(flow, '/users');
  await page.getByPlaceholder('Search...').fill('kivilo');
  await page.getByText(`1 of ${count} users`).waitFor();
  await page.getByRole('table').getByRole('link', { name: 'Urve' }).click();
  await press(page, 'Delete user');
  await page.getByRole('dialog', { name: 'Delete user' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** The company: a save, after which the page shows what the server has. */
async function changeCompany({ page, send }: Flow): Promise<void> {
  await page.goto(paths.company());
  await page.getByLabel('VAT number').fill('EE100594102');
  await page.getByLabel('Country').selectOption('Estonia');
  await page.getByLabel('Address line 1').fill('Sadama 5');
  await page.getByLabel('City').fill('Tallinn');
  await page.getByLabel('ZIP').fill('10111');
  await press(page, 'Save changes');
  await page.getByText('The company information has been saved.').waitFor();
  expect(await send('GET', '/company/info')).toMatchObject({ city: 'Tallinn' });
}

/** Invoices: create, save, open and close the dialog. */
async function changeInvoices({ page }: Flow): Promise<void> {
  await page.goto(paths.newInvoice());
  await page.getByLabel('Invoice ID').fill('A-1');
  await page.getByLabel('Due date').fill('31 Dec 2099');
  await page.keyboard.press('Tab');
  await page.getByLabel('Total').fill('1250,50');
  await press(page, 'Add invoice');
  await findRow(page, 'A-1').getByText('€1,250.50').waitFor();
  await press(page, 'Options of A-1');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Total').fill('1234.56');
  await press(page, 'Update invoice');
  await findRow(page, 'A-1').getByText('€1,234.56').waitFor();
  await expect.poll(() => page.getByText('€1,250.50').count()).toBe(0);
  await page.getByRole('link', { name: 'A-1' }).click();
  await page.getByRole('dialog', { name: 'Record of the company A-1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Integrations: create, save, filter. */
async function changeIntegrations({ page }: Flow): Promise<void> {
  await page.goto(paths.catalogue());
  await page.getByRole('link', { name: 'SAP ERP' }).click();
  await page.getByLabel('Unique ID').fill('LEDGER');
  await page.getByLabel('Service Name').fill('Ledger');
  await page.getByLabel('Hostname').fill('127.0.0.1');
  await page.getByLabel('Port').fill('8443');
  await page.getByLabel('Username').fill('STEW');
  await page.getByLabel('Password', { exact: true }).fill('planted-secret');
  await press(page, 'Add integration');
  await findRow(page, 'Ledger').waitFor();
  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByLabel('Service Name').fill('Ledger two');
  await press(page, 'Save changes');
  await findRow(page, 'Ledger two').waitFor();
}

/** Intake keys: a new one is shown once, and closed. */
async function createKey({ page }: Flow): Promise<void> {
  await page.goto(paths.intakeKeys());
  await press(page, 'Create key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Production');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Production is ready' }).waitFor();
  await expect.poll(() => page.getByLabel('Key', { exact: true }).innerText()).toMatch(/^stwk_[\w-]{43}$/);
  await press(page, 'Done');
  await findRow(page, 'Production').waitFor();
}

const pageSize = 20;

/** Conversations: live update, page on, open and close, filter. */
async function readConversations({ page, send, founder }: Flow): Promise<void> {
  await reportSome(0, 25)({ founder });
  await page.goto(paths.logs());
  const getSize = async () => ((await send('POST', '/analytics/logs', { limit: pageSize })) as { size: number }).size;
  await page.getByText(`Showing 1 to 20 of ${await getSize()} entries .`).waitFor();
  await reportSome(25, 3)({ founder });
  await page.getByRole('button', { name: '3 new' }).click();
  await page.getByText(`Showing 1 to 20 of ${await getSize()} entries .`).waitFor();
  expect(await getSize()).toBe(28);
  await press(page, 'Next page');
  await page.getByText('Showing 21 to 28 of 28 entries .').waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(8);
  await page.locator('tbody tr a').first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goto(paths.dashboard());
  await page.getByRole('main').getByText('28', { exact: true }).first().waitFor();
}

async function takeFlows(browser: Browser, changer: Changer): Promise<void> {
  const founder = await createCompany();
  const page = await openPage(browser);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(changeTexts, changer);
  await signIn(page, founder);
  const flow = { page, founder, send: await callAs(founder.email, founder.password) };
  await changeUsers(flow);
  await changeCompany(flow);
  await changeInvoices(flow);
  await changeIntegrations(flow);
  await createKey(flow);
  await readConversations(flow);
  expect(errors).toEqual([]);
  await page.context().close();
}

const changers: readonly Changer[] = ['none', 'translation', 'extensions'];

journey(
  'what is created, saved, filtered, opened and comes in live is right on pages that others change',
  async ({ browser }) => {
    await Promise.all(
      changers.map((changer) =>
        takeFlows(browser, changer).catch((cause: unknown) => {
          throw new Error(`Changed by ${changer}: ${String(cause)}`, { cause });
        }),
      ),
    );
  },
);
