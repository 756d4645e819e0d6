import type { Page } from 'playwright-core';

/** The password of every demo sign-in. */
export const demoPassword = 'Steward-2026!';

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in over the API. An address alone is that of a demo account. */
export async function startSession(page: Page, account: Account | string): Promise<void> {
  const data = typeof account === 'string' ? { email: account, password: demoPassword } : account;
  const health = await page.request.get('/api/health');
  const { origin } = new URL(health.url());
  const answer = await page.request.post('/api/session/sign-in', {
    data: { email: data.email, password: data.password },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(`The sign-in of ${data.email} answers ${answer.status()}: ${await answer.text()}`);
}

/**
 * Starts a session and opens a path in the shell. It does not use the form of the log-in page, which costs a page load
 * and has journeys of its own.
 */
export async function signIn(page: Page, account: Account | string, path = '/'): Promise<void> {
  await startSession(page, account);
  await page.goto(path);
  await page.getByRole('navigation').first().waitFor();
}
