import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { pressOn, waitForFocus } from '../support/keyboard.ts';

const host = 'www.riigiteataja.ee';

journey(
  'a link out of the portal names its host and asks first; the page it opens knows nothing of the portal',
  async ({ page }) => {
    const context = page.context();
    await context.route(`https://${host}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    await signIn(page, 'user@acme.example');
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Legal information' }).click();
    const link = page.getByRole('link', { name: 'Riigi Teataja' });
    await pressOn(link, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'You are leaving Steward' });
    await dialog.getByText('Steward is not responsible for external content.', { exact: true }).waitFor();
    await dialog.getByText(host, { exact: true }).waitFor();
    await expectNoAxeViolations(page);
    expect(context.pages()).toHaveLength(1);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitForFocus(link);
    await link.click();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(context.pages()).toHaveLength(1);

    await link.click();
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'Continue' }).click(),
    ]);
    await opened.waitForURL(`https://${host}/en/`);
    await expect.poll(() => opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/legalInformation');
  },
);
