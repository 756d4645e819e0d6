import { createHmac, randomUUID } from 'node:crypto';
import { startCognitoServer } from '#server/outside/identity/testing/cognito-server.ts';
import type { Browser } from '#server/testing/browser.ts';
import { usePool } from './use-pool.ts';

export const poolPassword = 'Pool-secret-2026!';
export const poolClient = {
  userPoolId: 'eu-central-1_Answers1',
  clientId: 'portalclient',
  clientSecret: 'a-client-secret',
};

/** Companies that sign in by a pool whose answers a test chooses. */
export function usePoolAnswers() {
  const used = usePool(startCognitoServer);
  const { portal, pool, makeSignedOn } = used;
  return {
    ...used,
    async makePerson() {
      const domain = `d${randomUUID()}.example`;
      const company = await makeSignedOn(domain, poolClient);
      return { ...company, domain, user: await portal().makeUser(company.id, { email: `ann@${domain}` }) };
    },
    /** Sound claims of a person, whose subject is new. */
    claimsOf: (email: string) => ({
      iss: `${pool().endpoint}/${poolClient.userPoolId}`,
      aud: poolClient.clientId,
      sub: randomUUID(),
      email,
    }),
    signIn: (browser: Browser, email: string) => browser.post('/session/sign-in', { email, password: poolPassword }),
    answerTokens: async (operation: string, claims: Record<string, unknown>) =>
      pool().on(operation, { body: { AuthenticationResult: await pool().sign(claims) } }),
    lastCall: (operation: string) => pool().calls.findLast((call) => call.operation === operation)?.body,
    hashOf: (username: string) =>
      createHmac('sha256', poolClient.clientSecret).update(`${username}${poolClient.clientId}`).digest('base64'),
  };
}
