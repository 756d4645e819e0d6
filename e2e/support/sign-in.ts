import type { Page } from 'playwright-core';

/** The password of every demo sign-in. */
export const demoPassword = 'Steward-2026!';

/** Signs in on the log-in page and waits for the shell. */
export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(email);
  // A password field has no role; the label is told apart from the button that shows what was typed.
  await page.locator('input[type="password"]').fill(password);
  await page
    .locator('form')
    .getByRole('button', { name: /log in/i })
    .click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.getByRole('navigation').first().waitFor();
}
