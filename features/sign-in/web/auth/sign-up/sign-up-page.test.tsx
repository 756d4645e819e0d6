import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { mockApi, MockedProblem } from '#web/api/testing/mock-api.ts';
import { settings } from '#web/lib/settings.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { findRememberedStep } from '../sign-in/remembered-step.ts';
import { SignUpPage } from './sign-up-page.tsx';

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

afterEach(() => {
  settings.signUp = 'open';
  vi.unstubAllGlobals();
});

async function open() {
  const api = mockApi({ session: { signUp: { state: 'confirmSignUp', email: 'ada@acme.example' } } });
  renderPage(SignUpPage, '/sign-up');
  await screen.findByRole('heading', { level: 1, name: 'Sign up' });
  return { api, person: userEvent.setup() };
}

const submit = () => screen.getByRole('button', { name: 'Sign up' });

async function fill(person: ReturnType<typeof userEvent.setup>, secret = 'Steward-2026!') {
  const values = {
    'E-mail': 'ada@acme.example',
    'First Name': 'Ada',
    'Last Name': 'Lovelace',
    'Company Name Optional': 'Acme',
  };
  for (const [label, value] of Object.entries({ ...values, Password: secret })) {
    // Pasted instead of typed: each key would draw the page again.
    await person.click(screen.getByLabelText(label));
    await person.paste(value);
  }
}

test('an empty form names all that is missing, word for word, and sends nothing', async () => {
  const { api, person } = await open();
  await person.click(submit());
  await screen.findByText('Please input your Email!');
  const missing = [
    'Please input your First Name!',
    'Please input your Last Name!',
    'Please input your Company Name!',
    'Please input your Password!',
    'Please agree with Terms & Conditions',
    'Please agree with Data Processing',
  ];
  for (const message of missing) screen.getByText(message);
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(api.calls).toHaveLength(0);
});

test('white space is no name', async () => {
  const { person } = await open();
  await person.type(screen.getByLabelText('First Name'), '   ');
  await person.click(submit());
  await screen.findByText('Please input your First Name!');
});

test('the rule of passwords holds at sign-up too', async () => {
  const { api, person } = await open();
  await fill(person, 'simple');
  await person.click(screen.getByRole('checkbox', { name: 'Terms & Conditions' }));
  await person.click(screen.getByRole('checkbox', { name: 'Data Processing' }));
  await person.click(submit());
  const rule =
    'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';
  await screen.findByText(rule);
  expect(api.calls).toHaveLength(0);
});

test('each agreement is asked for on its own', async () => {
  const { api, person } = await open();
  await fill(person);
  await person.click(screen.getByRole('checkbox', { name: 'Terms & Conditions' }));
  await person.click(submit());
  await screen.findByText('Please agree with Data Processing');
  expect(screen.queryByText('Please agree with Terms & Conditions')).toBeNull();
  expect(api.calls).toHaveLength(0);
});

test('a complete form is sent as the contract says and leads to the verification of the address', async () => {
  const { api, person } = await open();
  await fill(person);
  await person.click(screen.getByRole('checkbox', { name: 'Terms & Conditions' }));
  await person.click(screen.getByRole('checkbox', { name: 'Data Processing' }));
  await person.click(screen.getByRole('button', { name: 'Change time zone' }));
  const zone = await screen.findByLabelText('Time zone', { selector: 'input' });
  await waitFor(() => expect(document.activeElement).toBe(zone));
  await person.clear(zone);
  await person.type(zone, 'new york{Enter}');
  await person.click(submit());
  await screen.findByText('At /verify-account');
  expect(api.calls.map(({ body }) => body)).toEqual([
    {
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      company: 'Acme',
      password: 'Steward-2026!',
      timeZone: 'America/New_York',
      termsConditions: true,
      dataProcessing: true,
    },
  ]);
  expect(findRememberedStep()).toMatchObject({ state: 'confirmSignUp', email: 'ada@acme.example' });
});

test('a problem is shown above the form', async () => {
  const { api, person } = await open();
  api.change({ session: { signUp: new MockedProblem('session.sign-up-closed') } });
  await fill(person);
  await person.click(screen.getByRole('checkbox', { name: 'Terms & Conditions' }));
  await person.click(screen.getByRole('checkbox', { name: 'Data Processing' }));
  await person.click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Sign-up is closed. Please ask your administrator for an account.',
  );
});

test('both documents can be read before agreeing, and closed again', async () => {
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'Read the terms' }));
  await screen.findByText(/These terms govern the use of/);
  await person.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Read the details' }));
  await screen.findByText(/processes the personal data/);
});

test('where companies are approved first the page says so', async () => {
  settings.signUp = 'approval';
  await open();
  screen.getByText(/once your sign-up is approved/);
});

test('where sign-up is closed there is no form', async () => {
  settings.signUp = 'closed';
  await open();
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
});
