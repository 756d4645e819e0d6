import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { pressOn, waitForFocus } from '../support/keyboard.ts';
import { createCompany, newWord } from '../support/people.ts';

async function signInToNewCompany(page: Page): Promise<void> {
  const founder = await createCompany();
  await signIn(page, founder);
}

/** Moves on with Tab until the element with this label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const isThere = () => field.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 60 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
  expect(await isThere(), label).toBe(true);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

async function createByKeyboard(page: Page, name: string): Promise<void> {
  await page.goto(paths.skillsManagement());
  await pressOn(page.getByRole('link', { name: 'Create new Skill' }), 'Enter');
  await page.getByRole('heading', { name: 'Create new Skill' }).waitFor();
  await typeInto(page, 'Name', name);
  await typeInto(page, 'Description', 'Counts what is left on the shelves.');
  await typeInto(page, 'Area', 'Material');
  await typeInto(page, 'Service provider', 'SAP');
  await typeInto(page, 'Domain knowledge', 'Enterprise');
  await typeInto(page, 'Skill result', 'A number for every shelf.');
  await typeInto(page, 'Commands', 'What is left?');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Count the shelves');
  await page.keyboard.press('Enter');
  await typeInto(page, 'Monthly limit', '12,50');
}

journey('a skill is created by keyboard alone, shown, edited and deleted', async ({ page }) => {
  await signInToNewCompany(page);
  const name = `Shelves ${newWord()}`;
  await createByKeyboard(page, name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/skills\/[0-9a-f-]{36}$/);
  const commands = page.getByRole('region', { name: 'How to start conversation' }).getByRole('listitem');
  await expect.poll(() => commands.allInnerTexts()).toEqual(['What is left?', 'Count the shelves']);
  await page.getByText('€12.50').waitFor();
  await page.getByText('This skill was not used in this period.').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('tab', { name: 'Configurations' }).click();
  await page.waitForURL(/\?tab=configurations$/);
  await page.getByText('The state of this skill has not changed yet.').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Edit skill' }).click();
  await page.getByRole('heading', { name: `Edit ${name}` }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill(`${name} again`);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Remove command What is left?' }).click();
  await page.getByRole('button', { name: 'Update skill' }).click();
  await page.getByRole('heading', { level: 1, name: `${name} again` }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=configurations');
  // The form has left no second step of the same page behind.
  await page.goBack();
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  await expect.poll(() => commands.allInnerTexts()).toEqual(['Count the shelves']);

  await page.getByRole('button', { name: 'Delete skill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete skill' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(paths.skills());
  await page.getByRole('status').filter({ hasText: 'The skill has been deleted.' }).waitFor();
  await page.getByPlaceholder('Search...').fill(name);
  await page.getByText('No skills matching the current search.').waitFor();
});

journey('the notice of a stale save keeps field names whole beside long values', async ({ page }) => {
  await signInToNewCompany(page);
  const name = `Twice ${newWord()}`;
  await createByKeyboard(page, name);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Edit skill' }).click();
  const other = await page.context().newPage();
  await page.getByRole('heading', { name: `Edit ${name}` }).waitFor();
  await other.goto(page.url());
  for (const [tab, text] of [
    [other, 'Their words. '],
    [page, 'My words. '],
  ] as const) {
    await tab.getByLabel('Description', { exact: true }).fill(text.repeat(25));
    await tab.getByRole('button', { name: 'Update skill' }).click();
    if (tab === other) await tab.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }
  await page.setViewportSize({ width: 480, height: 800 });
  const label = page.getByRole('alert').getByRole('rowheader', { name: 'Description' });
  await label.waitFor();
  const lineCount = await label.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lineCount).toBe(1);
  await expectNoAxeViolations(page);
});

journey('a form without its fields says so once, and starts where the first is missing', async ({ page }) => {
  await signInToNewCompany(page);
  await page.goto(paths.newSkill());
  await page.getByRole('button', { name: 'Add skill' }).click();
  await page.getByText('All fields are required!', { exact: true }).waitFor();
  const name = page.getByLabel('Name', { exact: true });
  await waitForFocus(name);
  await expectNoAxeViolations(page);
});

/** On a small screen the notice of the page would lie over the viewer's controls. */
async function expectViewerAboveNotice(page: Page): Promise<void> {
  await page.setViewportSize({ width: 768, height: 600 });
  await page.getByRole('button', { name: 'Screenshot 1 of 2' }).click();
  await page.getByRole('dialog', { name: 'Screenshots' }).getByText('1 of 2', { exact: true }).waitFor();
  const notice = page.getByText('The skill has been added.');
  const isCovered = await notice.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above !== null && above.closest('[role="dialog"]') !== null;
  });
  expect(isCovered).toBe(true);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
}

journey('an uploaded screenshot is shown small, and large in the viewer', async ({ page }) => {
  await signInToNewCompany(page);
  const name = `Pictures ${newWord()}`;
  await createByKeyboard(page, name);
  const buffer = await page.screenshot({ type: 'png' });
  const wrong = { name: 'wrong.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };
  const files = ['one.png', 'two.png'].map((file) => ({ name: file, mimeType: 'image/png', buffer }));
  await page.getByLabel('Screenshot files').setInputFiles([...files, wrong]);
  await page.getByText('wrong.png: The screenshot must be a PNG, JPEG or WebP image').waitFor();
  await page.getByRole('img', { name: 'Screenshot 2' }).waitFor();
  await page.getByRole('button', { name: 'Add skill' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectViewerAboveNotice(page);

  const second = page.getByRole('button', { name: 'Screenshot 2 of 2' });
  await second.getByRole('img').waitFor();
  await pressOn(second, 'Enter');
  const viewer = page.getByRole('dialog', { name: 'Screenshots' });
  await viewer.getByText('2 of 2', { exact: true }).waitFor();
  const picture = viewer.getByRole('img');
  await picture.waitFor();
  const widths = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(widths).toBe(1440);
  await expectNoAxeViolations(page);
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('1 of 2', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await viewer.getByText('2 of 2', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await waitForFocus(second);
});

journey('the filters of the store stay with its skills, and reset after a visit elsewhere', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.skills());
  await page.getByRole('button', { name: 'Show filters' }).click();
  await page.getByLabel('Area').selectOption('Basis');
  await page.getByPlaceholder('Search...').fill('PASSWORD');
  await page.waitForURL('/skills?search=PASSWORD&area=BS');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Details of Password reset' }).click();
  await page.getByRole('heading', { level: 1, name: 'Password reset' }).waitFor();
  await page.getByText('Provided by Steward').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Skill Store' }).click();
  await page.waitForURL('/skills?search=PASSWORD&area=BS');
  await page.getByRole('article', { name: 'Password reset' }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);

  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
  await page.getByRole('link', { name: 'Skills', exact: true }).click();
  await page.getByRole('article', { name: 'Leave request' }).waitFor();
  await expect.poll(() => page.getByPlaceholder('Search...').inputValue()).toBe('');
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

journey('the store says what is still to come', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.skills());
  await page.getByRole('button', { name: 'Add new skill' }).click();
  const text = 'Download All Skills: This functionality will be available soon.';
  await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
  await expectNoAxeViolations(page);
});
