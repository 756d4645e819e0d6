import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { fill } from '#web/testing/fill.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { SingleSignOnSettingsPage } from './single-sign-on-page.tsx';

const [adaId, benId] = ['0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a01', '0b9d7d36-6f0a-4f0e-9d7f-1c3c8f3e5a02'] as const;

const empty: SingleSignOn = {
  kind: 'oidc',
  signInAddress: '',
  certificates: [],
  lastAnswer: null,
  entityId: 'https://portal.example/api/session/single-sign-on/saml/1/metadata',
  assertionAddress: 'https://portal.example/api/session/single-sign-on/saml/1',
  issuer: '',
  clientId: '',
  hasClientSecret: false,
  domains: [],
  isDemanded: false,
  breakGlass: [],
  superAdmins: [
    { id: adaId, name: 'Ada Lovelace', email: 'ada@acme.example', hasTwoFactor: true },
    { id: benId, name: 'Ben Long', email: 'ben@acme.example', hasTwoFactor: false },
  ],
  redirectUri: 'https://portal.example/single-sign-on/1',
  usesSharedRedirect: false,
  sharedRedirectUri: 'https://portal.example/single-sign-on',
  signedOutUri: 'https://portal.example/login',
  backChannelUri: 'https://portal.example/api/session/single-sign-on/sign-out',
  version: 1,
};

const domain = {
  domain: 'acme.example',
  recordName: '_portal-verification.acme.example',
  recordText: 'portal-verification=abc',
  verifiedAt: null,
};

const stored: SingleSignOn = {
  ...empty,
  issuer: 'https://sign-in.acme.example',
  clientId: 'portal',
  hasClientSecret: true,
  domains: [domain],
  version: 2,
};

async function open(get: SingleSignOn, more: MockedEndpoints['singleSignOn'] = {}, shown = 'Issuer') {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ id: adaId, roles: ['SuperAdmin'] }) },
    singleSignOn: { get, ...more },
  });
  renderPage(SingleSignOnSettingsPage, '/settings/single-sign-on');
  await screen.findByLabelText(shown);
  return { api, person: userEvent.setup() };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a new issuer is saved with its domains in lower case; the portal’s addresses can be copied', async () => {
  const { api, person } = await open(empty, { update: stored });
  screen.getByText('https://portal.example/single-sign-on/1');
  press('Copy Redirect URI');
  expect(screen.queryByRole('button', { name: 'Test and verify domains' })).toBeNull();
  await fill(person, field('Issuer'), 'https://sign-in.acme.example');
  await fill(person, field('Client ID'), 'portal');
  await fill(person, field('Client secret'), 'a-secret');
  await fill(person, field('E-mail domains'), 'Acme.example');
  await person.click(press('Save changes'));
  await screen.findByText('Single sign-on has been saved.');
  expect(api.getCalls('singleSignOn.update')[0]?.body).toEqual({
    kind: 'oidc',
    issuer: 'https://sign-in.acme.example',
    clientId: 'portal',
    clientSecret: 'a-secret',
    domains: ['acme.example'],
    usesSharedRedirect: false,
    isDemanded: false,
    breakGlass: [],
    version: 1,
  });
  expect(field('Client secret').value).toBe('');
  screen.getByText('Stored. Leave the field empty to keep it.');
});

test('what is wrong stands at its field, and nothing is sent', async () => {
  const { api, person } = await open(empty);
  await fill(person, field('Issuer'), 'acme');
  await fill(person, field('E-mail domains'), 'ann@acme');
  await person.click(press('Save changes'));
  await screen.findByText('Enter the address of the issuer, such as https://sign-in.acme.example.');
  screen.getByText('The field is required!');
  screen.getByText('Enter a domain such as acme.example.');
  expect(api.getCalls('singleSignOn.update')).toHaveLength(0);
});

test('a test says its result and marks the verified domain; it waits for unsaved changes', async () => {
  const verified = { ...stored, domains: [{ ...domain, verifiedAt: '2026-11-20T10:00:00.000Z' }] };
  const { person } = await open(stored, { test: { outcome: 'wrong-client', singleSignOn: verified } });
  const domains = within(screen.getByRole('list', { name: 'Domains' }));
  domains.getByText('Not verified');
  domains.getByText('_portal-verification.acme.example');
  await person.type(field('Client ID'), 'x');
  expect(press('Test and verify domains').disabled).toBe(true);
  await person.type(field('Client ID'), '{Backspace}');
  await person.click(press('Test and verify domains'));
  await screen.findByText(/does not accept this client ID/);
  domains.getByText('Verified');
  expect(domains.queryByText('_portal-verification.acme.example')).toBeNull();
});

test('emergency access needs two-factor authentication; a denied demand is said above the form', async () => {
  const { api, person } = await open(stored, { update: new MockedProblem('single-sign-on.no-domain') });
  const ben = screen.getByRole<HTMLInputElement>('switch', { name: /Ben Long/ });
  expect(ben.disabled).toBe(true);
  await person.click(screen.getByRole('switch', { name: /Ada Lovelace/ }));
  await person.click(screen.getByRole('switch', { name: 'Users sign in with single sign-on only' }));
  await person.click(press('Save changes'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Verify at least one domain/);
  expect(api.getCalls('singleSignOn.update')[0]?.body).toMatchObject({ isDemanded: true, breakGlass: [adaId] });
});

test('deleting asks for the word and leaves an empty form', async () => {
  const { api, person } = await open(stored, { delete: empty });
  await person.click(press('Delete'));
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, dialog.getByRole('textbox'), 'DELETE');
  await person.click(dialog.getByRole('button', { name: /delete|confirm/i }));
  await screen.findByText('Single sign-on has been deleted.');
  expect(api.getCalls('singleSignOn.delete')).toHaveLength(1);
  expect(field('Issuer').value).toBe('');
});

test('before single sign-on is required, the page says who will be signed out', async () => {
  const { person } = await open(stored);
  expect(screen.queryByText(/Saving signs out/)).toBeNull();
  await person.click(screen.getByRole('switch', { name: 'Users sign in with single sign-on only' }));
  screen.getByText(/signs out all users who signed in with a password\. You too are signed out/);
  await person.click(screen.getByRole('switch', { name: /Ada Lovelace/ }));
  expect(screen.getByText(/Saving signs out/).textContent).toMatch(/except Ada Lovelace\.$/);
});

const samlStored: SingleSignOn = {
  ...stored,
  kind: 'saml',
  issuer: 'urn:idp:acme',
  clientId: '',
  hasClientSecret: false,
  signInAddress: 'https://idp.acme.example/sso',
  certificates: [{ pem: 'PEM', fingerprint: 'AB:CD', expiresAt: '2028-01-02T10:00:00.000Z' }],
  lastAnswer: { at: '2026-11-20T10:00:00.000Z', outcome: 'audience', found: 'https://other.example' },
};

test('with SAML the metadata fills in the fields, which are saved without those of a client', async () => {
  const [first, second] = ['-----BEGIN CERTIFICATE-----\nAAAA', '-----BEGIN CERTIFICATE-----\nBBBB'];
  const { api, person } = await open(empty, {
    parseMetadata: {
      issuer: 'https://idp.example/?idpid=1',
      signInAddress: 'https://idp.example/sso',
      certificates: [first, second],
      certificatesLeftOut: 1,
    },
    update: samlStored,
  });
  await person.selectOptions(field('Protocol'), 'SAML 2.0');
  screen.getByText('https://portal.example/api/session/single-sign-on/saml/1');
  expect(screen.queryByText('https://portal.example/single-sign-on/1')).toBeNull();
  expect(screen.queryByLabelText('Client ID')).toBeNull();
  expect(press('Fill in from metadata').disabled).toBe(true);
  await fill(person, field('Metadata of your identity provider'), '<a/>');
  await person.click(press('Fill in from metadata'));
  await screen.findByText(/Filled in. Check the fields, then save. The metadata has 3 signing certificates/);
  await person.click(press('Save changes'));
  await screen.findByText('Single sign-on has been saved.');
  expect(api.getCalls('singleSignOn.update')[0]?.body).toEqual({
    kind: 'saml',
    issuer: 'https://idp.example/?idpid=1',
    signInAddress: 'https://idp.example/sso',
    certificates: [first, second],
    domains: [],
    isDemanded: false,
    breakGlass: [],
    version: 1,
  });
});

test('metadata that is refused says why at its field, which has the focus', async () => {
  onTestFinished(keepFocus(document));
  const { person } = await open(empty, { parseMetadata: new MockedProblem('single-sign-on.not-metadata') });
  await person.selectOptions(field('Protocol'), 'SAML 2.0');
  await fill(person, field('Metadata of your identity provider'), '<a/>');
  await person.click(press('Fill in from metadata'));
  const metadata = field('Metadata of your identity provider');
  await waitFor(() => expect(metadata.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(metadata));
});

test('what came last and why it was denied is said, beside the end of each certificate', async () => {
  await open(samlStored, {}, 'Protocol');
  screen.getByText(/The answer was for another audience/);
  screen.getByText('https://other.example');
  screen.getByText(/Valid until .*2028/);
});

test('with OpenID Connect the claims of the last sign-in are said, and what the document lacks', async () => {
  const lastAnswer = { at: '2026-11-20T10:00:00.000Z', outcome: 'no-email', found: 'iss, sub, name' } as const;
  const last = { ...stored, lastAnswer };
  const { person } = await open(last, { test: { outcome: 'no-email-claim', singleSignOn: last } });
  screen.getByText(/The answer names no e-mail address/);
  screen.getByText('iss, sub, name');
  await person.click(press('Test and verify domains'));
  await screen.findByText(/does not list a claim with an e-mail address/);
});

test('with SAML an empty form says what is missing', async () => {
  const { api, person } = await open(empty);
  await person.selectOptions(field('Protocol'), 'SAML 2.0');
  await fill(person, field('Sign-in address'), 'acme');
  await person.click(press('Save changes'));
  await screen.findByText('Enter the sign-in address, such as https://sign-in.acme.example/saml.');
  screen.getByText('The field is required!');
  screen.getByText('Enter at least one certificate.');
  expect(api.getCalls('singleSignOn.update')).toHaveLength(0);
});

test('a user pool is saved by its region and IDs, and needs no addresses of the portal', async () => {
  const pool = { ...stored, kind: 'cognito', issuer: 'https://aws.example/eu-west-1_Ab1', clientId: 'c1' } as const;
  const { api, person } = await open(empty, { update: pool, test: { outcome: 'unsupported', singleSignOn: pool } });
  await person.selectOptions(field('Protocol'), 'cognito');
  expect(screen.queryByText('https://portal.example/single-sign-on/1')).toBeNull();
  expect(field('Region').value).toBe('eu-central-1');
  await fill(person, field('User pool ID'), 'eu-west-1_Ab1');
  await person.type(field('Client ID'), 'c1');
  await person.click(press('Save changes'));
  await screen.findByText('The user pool ID begins with its region.');
  await person.clear(field('Region'));
  await fill(person, field('Region'), 'eu-west-1');
  await person.click(press('Save changes'));
  await screen.findByText('Single sign-on has been saved.');
  expect(api.getCalls('singleSignOn.update')[0]?.body).toMatchObject({
    kind: 'cognito',
    region: 'eu-west-1',
    userPoolId: 'eu-west-1_Ab1',
    clientId: 'c1',
  });
  expect([field('Region').value, field('User pool ID').value]).toEqual(['eu-west-1', 'eu-west-1_Ab1']);
  await person.click(press('Test and verify domains'));
  await screen.findByText('The app client does not allow ALLOW_USER_PASSWORD_AUTH.');
});

test('a company with the former redirect URI sees the new one, and says when it is registered', async () => {
  const former = { ...stored, usesSharedRedirect: true };
  const { api, person } = await open(former, { update: { ...former, usesSharedRedirect: false, version: 3 } });
  screen.getByText('https://portal.example/single-sign-on/1');
  screen.getByText(/The redirect URI has changed/);
  await person.click(screen.getByLabelText('The new redirect URI is registered'));
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Single sign-on has been saved.');
  expect(api.getCalls('singleSignOn.update').map(({ body }) => body)).toMatchObject([{ usesSharedRedirect: false }]);
  expect(screen.queryByText(/The redirect URI has changed/)).toBeNull();
});

test('a save with several empty fields focuses the first of them', async () => {
  const { person } = await open({ ...samlStored, issuer: '', signInAddress: '', certificates: [] }, {}, 'Protocol');
  await fill(person, field('E-mail domains'), 'acme.example');
  await person.click(press('Save changes'));
  await screen.findAllByText('The field is required!');
  expect(document.activeElement).toBe(field('Entity ID of your identity provider'));
});
