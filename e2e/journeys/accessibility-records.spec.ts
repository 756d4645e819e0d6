import { paths } from '../../web/paths.ts';
import { checkPages, notFoundHeading, openSettled } from '../support/check-pages.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { callAs } from '../support/people.ts';

const superAdmin = 'superadmin@acme.example';

interface Skill {
  readonly _id: string;
  readonly isProvided: boolean;
}

interface Integration {
  readonly id: string;
  readonly provider: string;
  readonly service: string;
}

journey('the pages of records have no accessibility fault', async ({ page }) => {
  const send = await callAs(superAdmin);
  const skills = (await send('GET', '/skills/store')) as Skill[];
  const own = skills.find(({ isProvided }) => !isProvided)!._id;
  const provided = skills.find(({ isProvided }) => isProvided)!._id;
  const [user] = (await send('GET', '/users')) as { id: string }[];
  const invoices = (await send('GET', '/company/billing')) as { _id: string; canEdit: boolean }[];
  const invoice = invoices.find(({ canEdit }) => canEdit);
  const integrations = (await send('GET', '/integrations')) as Integration[];
  const connections = integrations
    .slice(0, 3)
    .map(({ provider, service, id }) => paths.connection(provider.toLowerCase(), service, id));
  expect(connections).toHaveLength(3);
  const [intakeKey] = (await send('GET', '/intake/keys')) as { id: string }[];
  const report = (await send('POST', '/company/mail-reports', {
    name: 'Weekly figures',
    userId: user!.id,
    weekday: 1,
    hour: 8,
    period: 'week',
    parts: ['figures'],
    technicalUsers: false,
    attachesUsage: false,
    isEnabled: false,
  })) as { id: string };
  const logImport = (await send('POST', '/intake/imports', { fileName: 'logs.csv', bytes: 100 })) as { id: string };
  const userPath = paths.user(user!.id);
  await signIn(page, superAdmin, userPath);
  await checkPages(page, [
    userPath,
    paths.intakeKey(intakeKey!.id),
    paths.report(report.id),
    paths.logImport(logImport.id),
    paths.invoice(invoice!._id),
    paths.skill(own),
    paths.skill(provided),
    paths.editSkill(own),
    ...connections,
  ]);
});

journey('the form of a stored invoice has no accessibility fault, with its messages too', async ({ page }) => {
  const send = await callAs(superAdmin);
  const invoices = (await send('GET', '/company/billing')) as { _id: string; canEdit: boolean }[];
  const invoice = invoices.find(({ canEdit }) => canEdit);
  await signIn(page, superAdmin, paths.invoice(invoice!._id));
  await page.getByRole('heading', { name: 'Update invoice', level: 1 }).waitFor();
  await page.getByLabel('Total').fill('a lot');
  await page.getByRole('button', { name: 'Update invoice' }).click();
  await page.getByText('Enter an amount in euros, e.g. 1250.50.').waitFor();
  await expectNoAxeViolations(page);
});

journey('the not-found page has no accessibility fault', async ({ page }) => {
  await signIn(page, superAdmin, '/no/such/page');
  await page.getByRole('heading', { name: notFoundHeading }).waitFor();
  await expectNoAxeViolations(page);
});

journey('the list of users, its dialogs and the user form have no accessibility fault', async ({ page }) => {
  await signIn(page, superAdmin, '/users?search=sofia');
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
});
