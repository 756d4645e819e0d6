import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { demoPassword, expect, journey, signIn } from '../support/journey.ts';
import { chooseByKeyboard, moveFocus, pressOn, waitForFocus } from '../support/keyboard.ts';
import { createCompany, createUser, newWord } from '../support/people.ts';

const MAX_STOPS = 40;

/** Reads name or text of the focused element, and whether an outline shows, on itself, on its whole card or on the field around it. */
function readFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.innerText ??
      element.innerText ??
      '';
    const field = element.closest<HTMLElement>('[data-with-right-section]') ?? element;
    const drawn = [element, field, ...field.children].map((each) => getComputedStyle(each));
    // A link that takes the clicks of its card draws the card's outline.
    const card = getComputedStyle(element, '::after');
    const isVisible = [...drawn, ...(card.content === 'none' ? [] : [card])].some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    );
    return { name: name.trim(), isVisible: isVisible || element === document.body };
  });
}

/** Presses Tab until the focus stands on this name; every stop on the way has to show the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    // Some outlines fade in.
    await expect
      .poll(async () => (await readFocus(page)).isVisible, { message: `the focus on "${focus.name}" shows` })
      .toBe(true);
    if (focus.name === name) return;
    passed.push(focus.name);
  }
  throw new Error(`Tab never reaches "${name}", only: ${passed.join(' | ')}`);
}

/** Waits until the focus stands on the heading of the page. */
const waitForHeadingFocus = (page: Page, heading: string) =>
  page.waitForFunction(
    (text) => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === text,
    heading,
  );

journey('a user is created with the keyboard alone, and the focus follows to each heading', async ({ page }) => {
  const email = `keys.${newWord()}@people.example`;
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await tabTo(page, 'E-mail');
  await page.keyboard.type('superadmin@acme.example');
  await tabTo(page, 'Password');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'Dashboard');

  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await tabTo(page, 'Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await tabTo(page, 'User management');
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'User management');
  await tabTo(page, 'New user');
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'Create new user');

  await tabTo(page, 'First Name');
  await page.keyboard.type('Kai');
  await page.keyboard.press('Enter');
  await page.getByText('The Last Name field is required!').waitFor();
  await expect.poll(async () => (await readFocus(page)).name).toBe('Last Name');
  await page.keyboard.type('Tooming');
  await tabTo(page, 'E-mail address');
  await page.keyboard.type(email);
  await tabTo(page, 'Company Name');
  await page.keyboard.type('Acme Manufacturing');
  await tabTo(page, 'SAP Login ID');
  await page.keyboard.type('TOOMING');
  await tabTo(page, 'Create new user');
  await page.keyboard.press('Enter');
  // The row of the new user, from which Enter opens it.
  await expect.poll(async () => (await readFocus(page)).name).toContain('Kai');
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'Edit user');
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'User management');
  await page.getByText(`An e-mail has been sent to ${email}.`).waitFor();
  await tabTo(page, 'Search users');
  await page.keyboard.type(email);
  await page.getByText('1 of').waitFor();
  await page.getByRole('cell', { name: email }).waitFor();
});

journey('Escape closes menus and dialogs and gives the focus back to what opened them', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  await tabTo(page, 'Profile menu');
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  await expect.poll(async () => (await readFocus(page)).name).toBe('Profile');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await readFocus(page)).name).toBe('Notifications');
  await page.keyboard.press('End');
  await expect.poll(async () => (await readFocus(page)).name).toBe('Log out');
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'hidden' });
  await expect.poll(async () => (await readFocus(page)).name).toBe('Profile menu');

  await page.goto('/users?search=sofia');
  const box = page.getByRole('checkbox', { name: 'Select Sofia Lindqvist' });
  await pressOn(box, 'Space');
  const button = page.getByRole('button', { name: 'Delete' });
  await pressOn(button, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete user' });
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
  await expect.poll(async () => (await readFocus(page)).name).toBe('Type DELETE to confirm');
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON');
  await expect.poll(async () => (await readFocus(page)).name).toBe('Delete');
});

journey('a card that is one link shows the focus around the whole card', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', '/connections/catalogue');
  await page.getByRole('link', { name: 'SAP ERP' }).waitFor();
  await tabTo(page, 'SAP ERP');
});

journey('a role is given to two users, and one opened by Ctrl+K, with the keyboard alone', async ({ page }) => {
  const founder = await createCompany();
  const lastName = `Many${newWord()}`;
  const by = { by: founder.email, byPassword: founder.password, lastName };
  await createUser({ ...by, firstName: 'Ants' });
  await createUser({ ...by, firstName: 'Berit' });
  await signIn(page, founder, '/users');
  await page.getByText('3 users').waitFor();
  await pressOn(page.getByRole('searchbox', { name: 'Search users' }), 'End');
  await page.keyboard.type(lastName);
  await page.getByText('2 of 3 users').waitFor();
  await pressOn(page.getByRole('checkbox', { name: 'Select all users of the list' }), 'Space');
  await chooseByKeyboard(page, page.getByRole('button', { name: 'Change the selected users' }), 'Change role');
  const dialog = page.getByRole('dialog');
  const role = dialog.getByRole('combobox', { name: 'New role' });
  await moveFocus(role);
  await page.keyboard.type('Admin');
  await expect.poll(() => role.inputValue()).toBe('Admin');
  await pressOn(dialog.getByRole('button', { name: 'Change the role of 2 users' }), 'Enter');
  await page.getByText('2 users have the new role.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: lastName }).filter({ hasText: 'Admin' }).count())
    .toBe(2);

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Find people/ });
  await waitForFocus(field);
  await page.keyboard.type(`berit ${lastName}`);
  await page.getByRole('option', { name: /^Berit/ }).waitFor();
  await page.keyboard.press('Enter');
  await waitForHeadingFocus(page, 'Edit user');
  await page.getByText(`Berit ${lastName}`).first().waitFor();
  await page.keyboard.press('k');
  await page.getByText(`Ants ${lastName}`).first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Previous record').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
});

journey('a limit is set with its e-mails, and a right taken, with the keyboard alone', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, '/settings/usage');
  const opener = page.getByRole('button', { name: 'Set account limit' });
  await pressOn(opener, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Account spending limit' });
  const limit = dialog.getByLabel('Limit in euros');
  await moveFocus(limit);
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('meter', { name: 'Share of the limit spent' }).waitFor();
  // The button that opened the dialog has another name now; the focus must not be lost at the top.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  await page.goto(paths.rights());
  const right = page.getByLabel('Transcripts, User');
  await moveFocus(right);
  await page.keyboard.press('N');
  await expect.poll(() => right.evaluate((each) => (each as HTMLSelectElement).selectedOptions[0]?.text)).toBe('None');
  await pressOn(page.getByRole('button', { name: 'Save changes' }), 'Enter');
  await page.getByText('The rights have been saved.').waitFor();
});

journey(
  'a key is created, its steps are chosen and its secret is hidden, with the keyboard alone',
  async ({ page }) => {
    const founder = await createCompany();
    await signIn(page, founder, '/integrations/intake');
    await pressOn(page.getByRole('button', { name: 'Create key' }).first(), 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    const name = dialog.getByLabel('Name');
    await moveFocus(name);
    await page.keyboard.type('Helpdesk');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Helpdesk is ready' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'new-secret');
    await tabTo(page, 'Copy Key');
    await tabTo(page, 'Which assistant do you connect?');
    await page.keyboard.press('O');
    await page.getByText('Waiting for the first conversation…').waitFor();
    await tabTo(page, 'Done');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Helpdesk is ready' }).waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  },
);
