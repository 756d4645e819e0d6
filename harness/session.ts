import { demoPassword } from '../demo-assistant/demo-companies.ts';
import type { Portal } from './portal.ts';

export interface Session {
  /** For the `Cookie` header. */
  readonly cookie: string;
  /** Good for five minutes. */
  readonly token: string;
}

/** Signs in to an account of the demo, without a browser. */
export async function openSession({ url }: Portal, email: string, origin = new URL(url).origin): Promise<Session> {
  const signedIn = await post(`${url}/api/session/sign-in`, { origin }, { email, password: demoPassword });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { token } = (await (await post(`${url}/api/session/token`, { origin, cookie })).json()) as { token: string };
  return { cookie, token };
}

async function post(url: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}
