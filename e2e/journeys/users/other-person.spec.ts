import type { Page } from 'playwright-core';
import { paths } from '../../../web/paths.ts';
import {
  demoPassword,
  expect,
  expectNoAxeViolations,
  journey,
  openPage,
  signIn,
  startSession,
} from '../../support/journey.ts';
import { callAs, createCompany } from '../../support/people.ts';

const other = 'superadmin@globex.example';

/** Logs in by the form, which the other tabs learn of. */
async function logIn(page: Page, email: string, password = demoPassword) {
  await page.goto(paths.login());
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Profile menu' }).waitFor();
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
}

const getCity = async (email: string, password = demoPassword) =>
  ((await (await callAs(email, password))('GET', '/company/info')) as { city: string | null }).city;

/** Every word that a person at the screen can read, and whatever a field shows. */
const readShown = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [
      document.title,
      document.body.innerText,
      ...fields.filter((each) => each.checkVisibility()).map((each) => each.value),
    ].join('\n');
  });

const notice = (page: Page) => page.getByRole('alertdialog', { name: 'Another person signed in' });

journey(
  'what was entered is hidden from another person, never saved as theirs, and there again for its own',
  async ({ page }) => {
    const founder = await createCompany();
    const former = await getCity(other);
    await signIn(page, founder, paths.company());
    await page.getByLabel('City').fill('Draftville');
    const second = await page.context().newPage();
    await second.goto(paths.contacts());
    await logOut(second);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await expect.poll(() => readShown(page)).not.toContain('Draftville');
    await logIn(second, other);
    await notice(page).getByText('Willem de Vries (superadmin@globex.example), Globex Logistics,').waitFor();
    expect(await readShown(page)).not.toMatch(/Draftville|Save changes/);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await notice(page).waitFor();
    expect(await getCity(other)).toBe(former);
    await logOut(second);
    await logIn(second, founder.email, founder.password);
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Draftville');
    await notice(page).waitFor({ state: 'hidden' });
    await page.getByLabel('VAT number').fill('EE100594102');
    await page.getByLabel('Country').selectOption('Estonia');
    await page.getByLabel('Address line 1').fill('Sadama 5');
    await page.getByLabel('ZIP').fill('10111');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The company information has been saved.').waitFor();
    expect(await getCity(founder.email, founder.password)).toBe('Draftville');
  },
);

journey('a save waits for its person where another has signed in without a word to this tab', async ({ page }) => {
  const founder = await createCompany();
  const former = await getCity(other);
  await signIn(page, founder, paths.company());
  await page.getByLabel('City').fill('Draftville');
  await page.getByLabel('VAT number').fill('EE100594102');
  await page.getByLabel('Country').selectOption('Estonia');
  await page.getByLabel('Address line 1').fill('Sadama 5');
  await page.getByLabel('ZIP').fill('10111');
  const own = await page.context().cookies();
  // Ends the session in another browser, whose tabs are not these, and signs in another person by requests alone.
  const elsewhere = await openPage(page.context().browser()!);
  await elsewhere.context().addCookies(own);
  await elsewhere.goto(paths.contacts());
  await logOut(elsewhere);
  await elsewhere.context().close();
  await startSession(page, other);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await notice(page).waitFor();
  expect(await getCity(other)).toBe(former);
  const second = await page.context().newPage();
  await second.goto(paths.contacts());
  await logOut(second);
  await logIn(second, founder.email, founder.password);
  await page.getByText('The company information has been saved.').waitFor();
  expect(await getCity(founder.email, founder.password)).toBe('Draftville');
  expect(await getCity(other)).toBe(former);
});

journey(
  'a tab with nothing unsaved follows the other person, and so does one whose input is discarded',
  async ({ page }) => {
    const founder = await createCompany();
    await signIn(page, founder, paths.company());
    const filled = await page.context().newPage();
    await filled.goto(paths.inviteUsers());
    await filled.getByLabel('Addresses').fill('mari@draft.example, Mari, Maasikas');
    const second = await page.context().newPage();
    await logInAsOther(second, founder.company);
    await page.getByRole('banner').getByText('Willem de Vries').waitFor();
    await notice(filled).getByRole('button', { name: 'Discard it and continue as Willem de Vries' }).click();
    await filled.getByRole('banner').getByText('Willem de Vries').waitFor();
    await expect.poll(() => filled.getByLabel('Addresses').inputValue()).toBe('');
  },
);

/** Signs in over the session of the company, and says so to the other tabs. */
async function logInAsOther(page: Page, company: string) {
  await page.goto(paths.contacts());
  await page
    .getByRole('button', { name: `Company: ${company}` })
    .or(page.getByRole('button', { name: 'Profile menu' }))
    .first()
    .waitFor();
  await startSession(page, other);
  await page.evaluate(() => {
    const channel = new BroadcastChannel('session');
    channel.postMessage('signed-in');
    channel.close();
  });
}
