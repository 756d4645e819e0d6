import { expect, journey, signIn } from '../support/journey.ts';
import { callAs, createCompany, createUser } from '../support/people.ts';

const logoProblem = 'The logo must be a PNG or JPEG image of at most 2 MB and 4 megapixels.';

journey('a company fills in its page: required and optional fields, and Cancel loads it anew', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder);
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByLabel('City').fill(' ');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The field can not be empty!', { exact: true }).waitFor();
  // VAT number, country, address and ZIP.
  await expect.poll(() => page.getByText('The field is required!', { exact: true }).count()).toBe(4);
  await page.getByLabel('VAT number').fill('EE101234513');
  await page.getByLabel('Country').selectOption('Estonia');
  await page.getByLabel('Address line 1').fill('Sadama 5');
  await page.getByLabel('City').fill('Tallinn');
  await page.getByLabel('ZIP').fill('10111');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The company information has been saved.').waitFor();
  const send = await callAs(founder.email, founder.password);
  const stored = (await send('GET', '/company/info')) as { version: number };
  expect(stored).toMatchObject({ city: 'Tallinn', address_2: null, region: null, primaryContact: null });

  await send('PUT', '/company/info', { ...stored, city: 'Tartu' });
  await page.getByLabel('Country').selectOption('Finland');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some((input) => input.value === 'Tartu'));
  await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('Estonia');
});

journey('contact persons are found by one search after a pause of 300 ms', async ({ page }) => {
  const founder = await createCompany();
  const colleague = await createUser({ by: founder.email, byPassword: founder.password, firstName: 'Zoja' });
  await page.clock.install();
  await signIn(page, founder);
  await page.getByRole('link', { name: 'Company Profile' }).click();
  const contact = page.getByRole('combobox', { name: 'Primary contact' });
  await contact.click();
  await page.getByRole('option', { name: founder.email }).waitFor();
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get('stringValue');
    if (pathname === '/api/users' && text) searches.push(text);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await contact.pressSequentially('zoj');
  await page.clock.runFor(299);
  expect(searches).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await page.getByRole('option', { name: `Zoja Rand, ${colleague.email}` }).click();
  expect(searches).toEqual(['zoj']);
  await expect.poll(() => contact.inputValue()).toBe(`Zoja Rand, ${colleague.email}`);

  await page.getByRole('combobox', { name: 'Secondary contact' }).click();
  await page.getByRole('combobox', { name: 'Secondary contact' }).fill('nobody at all');
  await page.getByText('No user matches this search.').waitFor();
});

journey('a logo is shown once its bytes are a picture, and refused with its reason otherwise', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder);
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByText('Recommended 248x64 px').waitFor();
  const input = page.getByLabel('Logo file');
  const files = [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) },
  ];
  for (const file of files) {
    await input.setInputFiles(file);
    await page.getByText(logoProblem, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: 'Company logo' }).count(), { message: file.name }).toBe(0);
  }
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 248, height: 64 } });
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await page.getByText('The logo has been saved.').waitFor();
  const logo = page.getByRole('img', { name: 'Company logo' });
  await logo.waitFor();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([248, 64]);
  await page.reload();
  await logo.waitFor();
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByText('No logo yet').waitFor();
});
