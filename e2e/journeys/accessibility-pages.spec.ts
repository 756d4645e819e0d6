import { paths } from '../../web/paths.ts';
import { checkPages, openSettled } from '../support/check-pages.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { pages } from '../support/portal-pages.ts';

/** Checked by accessibility-records.spec.ts with a record each. */
const ofRecords = ['user', 'report', 'invoice', 'skill', 'editSkill', 'intakeKey', 'logImport'];
/** Checked by accessibility-sign-in.spec.ts, or by the journey of that step. */
const ofSignIn = [
  'login',
  'singleSignOn',
  'signUp',
  'forgotPassword',
  'newPassword',
  'verifyAccount',
  'twoFactor',
  'twoFactorApp',
  'chooseCompany',
  'twoFactorSetup',
];
/** Led on for the provider's SuperAdmin. */
const ofUsers = ['reports'];
/** Checked by mails.spec.ts and skill-states.spec.ts. */
const ofMails = ['unsubscribe', 'skillApproval'];

journey('axe checks every page of the portal', () => {
  expect([...Object.keys(pages), ...ofRecords, ...ofSignIn, ...ofUsers, ...ofMails].sort()).toEqual(
    Object.keys(paths).sort(),
  );
});

const all = Object.values(pages);
const half = Math.ceil(all.length / 2);

for (const part of [all.slice(0, half), all.slice(half)]) {
  journey(`the pages from ${part[0]} to ${part.at(-1)} have no accessibility fault`, async ({ page }) => {
    await signIn(page, 'operator@steward.example', part[0]);
    await checkPages(page, part);
  });
}

journey('the reports of an ordinary user have no accessibility fault', async ({ page }) => {
  await signIn(page, 'user@acme.example', paths.reports());
  await checkPages(page, [paths.reports()]);
});

journey('open menus and choices have no accessibility fault', async ({ page }) => {
  await signIn(page, 'operator@steward.example', paths.company());
  for (const name of ['Profile menu', 'Company: Steward']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menu').waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('combobox', { name: 'Primary contact' }).click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await expectNoAxeViolations(page);
  await openSettled(page, paths.newUser());
  await page.getByRole('combobox', { name: 'Role' }).or(page.getByLabel('Role')).first().click();
  await page.getByRole('option', { name: 'Admin', exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await openSettled(page, paths.companies());
  await page.getByRole('button', { name: 'Options of Acme Manufacturing' }).click();
  await page.getByRole('menuitem', { name: 'Notes' }).click();
  const notes = page.getByRole('dialog', { name: 'Notes about Acme Manufacturing' });
  await notes.getByLabel('New note').fill('Called about the late invoice');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('article').waitFor();
  await expectNoAxeViolations(page);
});

/** A phone, and a window of 1440 × 900 at a zoom of 200 %. */
const smallWindows = [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
];

journey('the first row or figure of a page is in view on a phone and at a zoom of 200 %', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  for (const size of smallWindows) {
    await page.setViewportSize(size);
    for (const path of [
      paths.dashboard(),
      paths.quality(),
      paths.topUsers(),
      paths.users(),
      paths.billing(),
      paths.connections(),
      paths.catalogue(),
      paths.intakeKeys(),
      paths.reportedNames(),
      paths.skills(),
      paths.rights(),
      paths.audit(),
    ]) {
      await openSettled(page, path);
      const first = page.locator('main :is(tbody tr, dd, li)').filter({ visible: true }).first();
      const top = await first.evaluate((element) => element.getBoundingClientRect().top);
      expect(top, `${path} at ${size.width} pixels`).toBeLessThan(size.height - 20);
    }
  }
});
