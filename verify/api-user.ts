import { demoPassword } from '../e2e/support/sign-in.ts';
import { callApi, type ApiAnswer } from '../server/testing/api-client.ts';

/** One call as a signed-in user. */
export interface UserCall {
  readonly method?: string;
  readonly body?: unknown;
  /** Makes a repeated call create one record alone. */
  readonly idempotencyKey?: string;
  /** The id of the company in which the provider's SuperAdmin acts. */
  readonly companyId?: string;
}

/** A user of the demo who is signed in, over the API. */
export interface ApiUser {
  /** @throws where the portal does not answer at all */
  call(path: string, call?: UserCall): Promise<ApiAnswer>;
}

/** Identity tokens are good for five minutes. */
const tokenLifeMs = 240_000;

/**
 * Signs in. `getUrl` is asked at each call, because a portal that was started again has another port.
 * @throws where the sign-in is refused
 */
export async function signInUser(getUrl: () => Promise<string>, email: string): Promise<ApiUser> {
  const send = async (path: string, call: UserCall, headers: Record<string, string>) => {
    const url = await getUrl();
    const { idempotencyKey, companyId, ...rest } = call;
    const chosen = {
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(companyId && { 'x-company': companyId }),
    };
    return callApi(url, path, { ...rest, headers: { origin: url, ...headers, ...chosen } });
  };
  const signedIn = await send('/session/sign-in', { body: { email, password: demoPassword } }, {});
  if (signedIn.status !== 200) throw new Error(`The sign-in of ${email} is answered ${signedIn.status}.`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const renewToken = async () => {
    const answer = await send('/session/token', { method: 'POST' }, { cookie });
    if (answer.status !== 200) throw new Error(`The token of ${email} is answered ${answer.status}.`);
    return (answer.body as { token: string }).token;
  };
  // Calls at once share a renewal.
  let token: { text: Promise<string>; since: number; url: string } | undefined;
  const getToken = async () => {
    const url = await getUrl();
    // The portal's address is the issuer of its tokens.
    if (token?.url === url && performance.now() - token.since < tokenLifeMs) return token.text;
    const renewed = { text: renewToken(), since: performance.now(), url };
    token = renewed;
    renewed.text.catch(() => {
      if (token === renewed) token = undefined;
    });
    return renewed.text;
  };
  return {
    call: async (path, call = {}) => send(path, call, { authorization: `Bearer ${await getToken()}` }),
  };
}
