import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { socketUrl } from '../../server/database/connection/connection.ts';
import { embeddedOwner } from '../../server/database/embedded/cluster.ts';
import { readPidFile } from '../../server/database/embedded/pid-file.ts';
import { createCall, makePoolUser } from '../../server/outside/identity/testing/cognito-emulator.ts';
import { createSamlProvider } from '../../server/outside/identity/testing/saml-provider.ts';
import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { startIdentityProvider } from '../support/testing/identity-provider.ts';
import { callAs, createCompany, createUser, newWord } from '../support/people.ts';
import { getTotp } from '../support/totp.ts';

journey('single sign-on leads through the pages of the issuer and back, and out again', async ({ page }) => {
  const person = await createUser();
  // The account is of a user who has signed in, so that its address is verified.
  await signIn(page, person, paths.security());
  await page.context().clearCookies();
  // The issuer's pages take a font from there.
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());

  await page.goto(paths.security());
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('input[name="login"]').fill(person.email);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.getByText(person.email).first().waitFor();

  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
});

journey('an issuer that cancels leads back with a message', async ({ page }) => {
  await page.goto(`${paths.singleSignOn()}?error=access_denied&state=a-state-of-no-browser`);
  await page.getByText('This sign-in step has expired. Please sign in again.').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expectNoAxeViolations(page);
});

journey('a SAML provider is set up by its metadata, and the page says why its answer was denied', async ({ page }) => {
  const provider = await createSamlProvider('https://idp.example', () => new Date());
  await signIn(page, await createCompany(), paths.singleSignOnSettings());
  await page.getByLabel('Protocol').selectOption('saml');
  await page.getByLabel('Metadata of your identity provider').fill(provider.metadata);
  await page.getByRole('button', { name: 'Fill in from metadata' }).click();
  await page.getByText('Filled in. Check the fields, then save.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Single sign-on has been saved.').waitFor();
  await expectNoAxeViolations(page);
  const assertionAddress = await page.locator('dd code').nth(1).innerText();

  // A page of the provider posts its answer across sites, as browsers do it after a sign-in there.
  const request = { id: '_r', issuer: 'https://other.example', assertionAddress, relayState: 'state' };
  const { SAMLResponse = '' } = provider.answer(request, 'ann@acme.example');
  const body = `<form method="post" action="${assertionAddress}"><input name="SAMLResponse" value="${SAMLResponse}">
    <button>Back to the portal</button></form>`;
  await page.route('https://idp.example/**', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('https://idp.example/sign-in');
  await page.getByRole('button', { name: 'Back to the portal' }).click();
  await page.getByText('The answer of the sign-in service is not valid.').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.singleSignOn());

  await page.goto(paths.singleSignOnSettings());
  await page.getByText(/The answer was for another audience/).waitFor();
  await page.getByText('https://other.example').waitFor();
});

/** Verifies a domain as its record would, which no name server of a test has. */
async function verifyDomain(domain: string): Promise<void> {
  const noted = await readPidFile(join(inject('productDataDir'), 'postgres', 'cluster'));
  const database = new pg.Client({ connectionString: socketUrl(noted?.socket ?? '', embeddedOwner, 'steward') });
  await database.connect();
  await database.query('update sign_in_domains set proven_at = now() where domain = $1', [domain]);
  await database.end();
}

journey('a user signs in by SAML, through the page of an identity provider on another port', async ({ page }) => {
  const [founder, domain] = [await createCompany(), `${newWord()}.example`];
  const email = `ann@${domain}`;
  const identityProvider = await startIdentityProvider(email);
  try {
    const send = await callAs(founder.email, founder.password);
    const { issuer, signInAddress, certificate } = identityProvider;
    const provider = { kind: 'saml', issuer, signInAddress, certificates: [certificate], domains: [domain] };
    await send('PUT', '/company/single-sign-on', { ...provider, isDemanded: false, breakGlass: [] });
    await verifyDomain(domain);
    const user = { email, firstName: 'Ann', lastName: 'Long', company: 'Acme', sapId: 'ANN', roles: ['User'] };
    await send('POST', '/users', user);

    await page.goto(paths.security());
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Sign in at the provider' }).click();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByText(email).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  } finally {
    await identityProvider.stop();
  }
});

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto(paths.security());
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

journey('a user pool is set up, and its users sign in on the portal’s own pages', async ({ page }) => {
  const pool = inject('userPool');
  if (!pool) throw new Error('This journey needs a product of its own.');
  const [founder, domain, password] = [await createCompany(), `${newWord()}.example`, 'Pool-secret-2026!'];
  await signIn(page, founder, paths.singleSignOnSettings());
  await page.getByLabel('Protocol').selectOption('cognito');
  await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('eu-central-1');
  await page.getByLabel('User pool ID').fill(pool.userPoolId);
  await page.getByLabel('Client ID').fill(pool.clientId);
  await page.getByLabel('Client secret').fill(pool.clientSecret);
  await page.getByLabel('E-mail domains').fill(domain);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Single sign-on has been saved.').waitFor();
  await verifyDomain(domain);
  await page.getByRole('button', { name: 'Test and verify domains' }).click();
  await page.getByText('The user pool answers and knows this app client.').waitFor();
  await page.getByText('Verified', { exact: true }).waitFor();
  await expectNoAxeViolations(page);

  const send = await callAs(founder.email, founder.password);
  const email = `ann@${domain}`;
  const user = { email, firstName: 'Ann', lastName: 'Long', company: 'Acme', sapId: 'ANN', roles: ['User'] };
  await send('POST', '/users', user);
  await makePoolUser(createCall(pool.endpoint), pool, { email, password, isTemporary: true });
  await logIn(page, { email, password });
  await page.getByRole('heading', { name: 'Create new password' }).waitFor();
  await page.getByLabel('New password').fill('Pool-changed-2026!');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  await page.getByText('Your password in your company’s sign-in service.').waitFor();
  await page.getByText(email).first().waitFor();
  await expectNoAxeViolations(page);

  // The emulator forgets the refresh token of a sign-in with steps.
  await logIn(page, { email, password: 'Pool-changed-2026!' });
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).fill('Pool-changed-2026!');
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('Authenticator code').fill(getTotp(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await expectNoAxeViolations(page);
});
