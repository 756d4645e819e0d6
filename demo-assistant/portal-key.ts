import * as z from 'zod';
import { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { demoPassword, demoSignIns } from './demo-companies.ts';
import { IntakeRefused, reach, toIntakeRefused } from './intake-client.ts';

/** Name of the assistant's intake key. */
const keyName = 'Demo assistant';

/**
 * Signs in to a portal with the demo as Acme's SuperAdmin and returns the secret of the demo assistant's key: a new key,
 * or a new secret of the key from an earlier run.
 * @throws IntakeRefused without the demo or where the sign-in needs another step, PortalUnreachable
 */
export async function fetchDemoKey(url: string): Promise<string> {
  const call = await signIn(url);
  const keys = z.array(IntakeKey).parse(await call('GET', '/intake/keys'));
  const known = keys.find(({ name, revokedAt }) => name.toLowerCase() === keyName.toLowerCase() && revokedAt === null);
  const answer = known
    ? await call('POST', `/intake/keys/${known.id}/rotation`, { graceDays: 0 })
    : await call('POST', '/intake/keys', { name: keyName });
  return IntakeKeyWithSecret.parse(answer).secret;
}

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>;

async function signIn(url: string): Promise<Call> {
  const origin = new URL(url).origin;
  const send = async (path: string, init: { method: string; body?: unknown; headers: Record<string, string> }) => {
    const { method, body, headers } = init;
    const response = await reach(`${url}/api${path}`, {
      method,
      headers: { origin, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await toIntakeRefused(response);
    return response;
  };
  const [email = ''] = demoSignIns;
  const signedIn = await send('/session/sign-in', {
    method: 'POST',
    body: { email, password: demoPassword },
    headers: {},
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const session = await send('/session/token', { method: 'POST', headers: { cookie } });
  const { token } = z.object({ token: z.string().optional() }).parse(await session.json());
  if (token === undefined) throw new IntakeRefused(403, `${email} has another step of signing in before it.`);
  return async (method, path, body) => {
    const response = await send(path, { method, body, headers: { authorization: `Bearer ${token}` } });
    return response.json();
  };
}
