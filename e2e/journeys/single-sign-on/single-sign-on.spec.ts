import { createSamlProvider } from '../../../server/outside/identity/testing/saml-provider.ts';
import { paths } from '../../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { startIdentityProvider } from '../../support/testing/identity-provider.ts';
import { callAs, createCompany, createUser, newWord } from '../../support/people.ts';
import { verifyDomain } from '../../support/testing/user-pool.ts';

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
  await page.getByRole('heading', { name: 'Security' }).waitFor();
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
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Sign in at the provider' }).click();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByText(email).first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
  } finally {
    await identityProvider.stop();
  }
});
