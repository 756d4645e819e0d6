import { afterAll, beforeAll } from 'vitest';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import { startTestPortal, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';

interface Pool {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface PoolClient {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** A portal for the tests of a file, what stands for AWS Cognito, and what companies do to sign in by a user pool. */
export function usePool<Started extends Pool>(startPool: () => Promise<Started>) {
  let pool: Started;
  let portal: TestPortal;
  let stop: () => Promise<void>;
  const texts = new Map<string, string[]>();
  beforeAll(async () => {
    pool = await startPool();
    const { host } = new URL(pool.endpoint);
    const settings = { PUBLIC_URL: 'http://portal.test', OUTBOUND_ALLOWED: host, COGNITO_ENDPOINT: pool.endpoint };
    ({ portal, stop } = await startTestPortal(settings, { findTexts: async (name) => texts.get(name) ?? [] }));
  });
  afterAll(async () => {
    await stop?.();
    await pool?.stop();
  });

  const save = (as: TestUser, client: PoolClient, changes: object = {}) =>
    portal.call('/company/single-sign-on', {
      as,
      method: 'PUT',
      body: {
        kind: 'cognito',
        region: 'eu-central-1',
        ...client,
        domains: [],
        isDemanded: false,
        breakGlass: [],
        ...changes,
      },
    });
  const test = (as: TestUser) => portal.call('/company/single-sign-on/test', { as, method: 'POST' });

  return {
    portal: () => portal,
    pool: () => pool,
    save,
    test,
    /** A company that signs in by a user pool for a verified domain. */
    async makeSignedOn(domain: string, client: PoolClient) {
      const { id, superAdmin } = await portal.makeCompany();
      const { body } = await save(superAdmin, client, { domains: [domain] });
      const [{ recordName = '', recordText = '' } = {}] = (body as SingleSignOn).domains;
      texts.set(recordName, [recordText]);
      await test(superAdmin);
      return { id, superAdmin };
    },
  };
}
