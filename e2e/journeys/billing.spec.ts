import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, expectNoAxeViolations, journey, saveFile, signIn } from '../support/journey.ts';
import { createCompany, createUser, newWord } from '../support/people.ts';
import { readQrCode } from '../support/read-qr-code.ts';

const findRow = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) });

async function choose(page: Page, number: string, option: string) {
  await page.getByRole('button', { name: `Options of ${number}` }).click();
  await page.getByRole('menuitem', { name: option }).click();
}

journey(
  'a record of the company is added, edited and deleted, and shows no seller, bank and code',
  async ({ page }) => {
    const founder = await createCompany();
    await signIn(page, founder);
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByText("You don't have any invoices yet").waitFor();
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'Add Invoice' }).click();
    await page.getByRole('heading', { name: 'Add invoice', level: 1 }).waitFor();
    const number = `A-${newWord()}`;
    await page.getByLabel('Invoice ID').fill(number);
    await page.getByLabel('Due date').fill('31 Dec 2099');
    await page.keyboard.press('Tab');
    await page.getByLabel('Total').fill('a lot');
    await page.getByRole('button', { name: 'Add invoice' }).click();
    await page.getByText('Enter an amount in euros, e.g. 1250.50.').waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel('Total').fill('1250,50');
    await page.getByRole('button', { name: 'Add invoice' }).click();
    await findRow(page, number).waitFor();
    await expect
      .poll(() => findRow(page, number).innerText())
      .toMatch(/December 31st, 2099[\s\S]*€1,250\.50[\s\S]*Pending/);
    await expectNoAxeViolations(page);

    await choose(page, number, 'Edit');
    await page.getByRole('heading', { name: 'Update invoice', level: 1 }).waitFor();
    await page.getByLabel('Total').fill('1234.56');
    await page.getByRole('button', { name: 'Update invoice' }).click();
    await page.getByText('€1,234.56').waitFor();

    await page.getByRole('link', { name: number }).click();
    const dialog = page.getByRole('dialog', { name: `Record of the company ${number}` });
    await dialog.getByText(/This is no invoice of the provider/).waitFor();
    await expectNoAxeViolations(page);
    await expect.poll(() => dialog.innerText()).not.toMatch(/VAT \d|IBAN|EE38|RF\d\d/);
    await expect.poll(() => dialog.getByRole('img', { name: /QR code/ }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await choose(page, number, 'Delete');
    await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await page.getByText("You don't have any invoices yet").waitFor();
  },
);

journey('a User pays an invoice by its code and saves it, and finds no form', async ({ page }) => {
  const person = await createUser({ roles: ['User'] });
  await signIn(page, person, '/settings/billing');
  const number = /^INV-\d{4}-\d{4}$/;
  const link = page.getByRole('link', { name: number }).first();
  const name = await link.innerText();
  await expect.poll(() => page.getByRole('link', { name: 'Add Invoice' }).count()).toBe(0);
  await link.click();
  const dialog = page.getByRole('dialog', { name: `Invoice ${name}` });
  const code = dialog.getByRole('img', { name: 'QR code for this transfer, for banking apps' });
  await code.waitFor();
  await expectNoAxeViolations(page);
  const read = (await readQrCode(code))?.split('\n') ?? [];
  expect(read.slice(0, 4)).toEqual(['BCD', '002', '1', 'SCT']);
  expect(read[6]).toBe('EE382200221020145685');
  const [amount = ''] = /€[\d,]+\.\d\d/.exec(await dialog.innerText()) ?? [];
  expect(read[7]).toBe(`EUR${amount.replaceAll(/[€,]/g, '')}`);
  const reference = (await dialog.getByText(/^RF\d\d /).innerText()).replaceAll(' ', '');
  expect(read[9]).toBe(reference);
  await page.keyboard.press('Escape');
  const download = await saveFile(page, () => choose(page, name, 'Download'));
  expect(download.suggestedFilename()).toBe(`${name}.pdf`);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
  await page.goto('/settings/billing/addNew');
  await page.getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' }).waitFor();
});
