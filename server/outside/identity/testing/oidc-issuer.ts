import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

export const oidcClientId = 'portal-client';
const redirectUri = 'https://portal.test/callback';
export const oidcClientSecret = 'a-client-secret-of-the-tests-0123456789';

export type OidcIssuer = {
  issuer: string;
  /** Signs a person in at the issuer as a browser would, and gives the identity token of the code exchange. */
  fetchIdToken(login: string): Promise<string>;
  /**
   * Signs a person in at an address of the issuer, through its log-in and consent pages; answers where it sends the browser.
   * The cookies are those of the browser there.
   */
  visit(address: string, login: string, cookies?: Map<string, string>): Promise<string>;
  /** Confirms the issuer's sign-out page at this address; answers the form that its back-channel sent. */
  signOut(address: string, cookies: Map<string, string>): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a second, real issuer in a process of its own. */
export async function startOidcIssuer(): Promise<OidcIssuer> {
  const child = fork(join(import.meta.dirname, 'oidc-issuer-process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const issuer = await firstMessage(child);
  return {
    issuer,
    fetchIdToken: (login) => fetchIdToken(issuer, login),
    visit: (address, login, cookies) => signInAt(address, login, cookies),
    signOut: async (address, cookies) => {
      const sent = once(child, 'message');
      await confirmSignOut(address, cookies);
      const [{ signOut }] = (await sent) as [{ signOut: string }];
      return signOut;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function firstMessage(child: ChildProcess): Promise<string> {
  const complaints: string[] = [];
  child.stderr?.on('data', (text) => complaints.push(String(text)));
  const failed = once(child, 'exit').then(() => {
    throw new Error(`The issuer did not start: ${complaints.join('')}`);
  });
  // Once it has started, its end is expected.
  failed.catch(() => undefined);
  const [issuer] = (await Promise.race([once(child, 'message'), failed])) as [string];
  return issuer;
}

async function fetchIdToken(issuer: string, login: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const code = await authorize(issuer, login, createHash('sha256').update(verifier).digest('base64url'));
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${oidcClientId}:${oidcClientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const body = (await response.json()) as { id_token?: string };
  if (!body.id_token) throw new Error(`The issuer gave no identity token: ${JSON.stringify(body)}`);
  return body.id_token;
}

/** A browser's requests at the issuer, with its cookies. */
const createVisits = (origin: string, cookies: Map<string, string>) => {
  return async (address: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s, 2);
      cookies.set(name, value);
    }
    return { location: response.headers.get('location') ?? '', text: await response.text() };
  };
};

/** The authorization code flow through the issuer's own log-in and consent pages. */
async function signInAt(address: string, login: string, cookies = new Map<string, string>()): Promise<string> {
  const visit = createVisits(address, cookies);
  const logInPage = await visit(address);
  const afterLogIn = await visit(logInPage.location, { prompt: 'login', login, password: 'any' });
  const consentPage = await visit(afterLogIn.location);
  const afterConsent = await visit(consentPage.location, { prompt: 'consent' });
  return (await visit(afterConsent.location)).location;
}

async function confirmSignOut(address: string, cookies: Map<string, string>): Promise<void> {
  const visit = createVisits(address, cookies);
  const { text } = await visit(address);
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
  await visit(action, { xsrf, logout: 'yes' });
}

async function authorize(issuer: string, login: string, challenge: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: oidcClientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const callback = await signInAt(`${issuer}/auth?${query.toString()}`, login);
  const code = new URL(callback).searchParams.get('code');
  if (!code) throw new Error(`The issuer gave no code: ${callback}`);
  return code;
}
