import { randomBytes, randomInt } from 'node:crypto';
import { inject } from 'vitest';
import { getCode, waitForMail } from './outbox.ts';
import { demoPassword } from './sign-in.ts';

/** A user with a password, and the name of the company. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/** The password of the users created here. */
export const madePassword = 'Journey-2026!';

/** A unique word, so that journeys share no rows. */
export const newWord = () => randomBytes(4).toString('hex');

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Calls the API like a browser: with cookies, and with an identity token after the sign-in. */
function openApi(): { send: Send; useToken: (token: string) => void } {
  const cookies = new Map<string, string>();
  // One network may ask for 30 codes an hour, and all journeys ask for more.
  const network = `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`;
  let token: string | undefined;
  const send: Send = async (method, path, body) => {
    const answer = await fetch(`${inject('productUrl')}/api${path}`, {
      method,
      headers: {
        origin: inject('productUrl'),
        'x-forwarded-for': network,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=', 2) ?? [];
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return { send, useToken: (minted) => void (token = minted) };
}

/** Signs in and returns a function that calls the API as this user. */
export async function callAs(email: string, password = demoPassword): Promise<Send> {
  const { send, useToken } = openApi();
  await send('POST', '/session/sign-in', { email, password });
  const { token } = (await send('POST', '/session/token')) as { token: string };
  useToken(token);
  return send;
}

interface UserFacts {
  /** The SuperAdmin who creates the user. */
  readonly by?: string;
  readonly byPassword?: string;
  readonly roles?: readonly string[];
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Creates a user, of Acme by default, whose temporary password is replaced. */
export async function createUser(facts: UserFacts = {}): Promise<Person & { id: string }> {
  const { by = 'superadmin@acme.example', byPassword = demoPassword, roles = ['User'] } = facts;
  const { firstName = 'Pille', lastName = 'Rand' } = facts;
  const email = `${firstName}.${lastName}.${newWord()}@people.example`.toLowerCase();
  const company = 'Acme Manufacturing';
  const sendAsAdmin = await callAs(by, byPassword);
  const body = { email, firstName, lastName, company, sapId: 'RAND', roles };
  const { id } = (await sendAsAdmin('POST', '/users', body)) as { id: string };
  const { send } = openApi();
  await send('POST', '/session/sign-in', {
    email,
    password: getTemporaryPassword(await waitForMail(email, /account/)),
  });
  await send('POST', '/session/new-password', { password: madePassword });
  return { id, email, password: madePassword, firstName, lastName, company };
}

/** The password in the mail to a new user. */
export function getTemporaryPassword(mail: { text: string }): string {
  const password = /Temporary password:\s+(\S+)/.exec(mail.text)?.[1];
  if (!password) throw new Error(`No temporary password in: ${mail.text}`);
  return password;
}

/** Signs up and verifies a new company with its first SuperAdmin. */
export async function createCompany(): Promise<Person> {
  const word = newWord();
  const person = {
    email: `founder.${word}@founders.example`,
    password: madePassword,
    firstName: 'Triin',
    lastName: 'Vaher',
    company: `Harbour Works ${word}`,
  };
  const { send } = openApi();
  await send('POST', '/session/sign-up', { ...person, termsConditions: true, dataProcessing: true });
  const code = getCode(await waitForMail(person.email, /verify/i));
  await send('POST', '/session/confirm-sign-up', { email: person.email, code });
  return person;
}
