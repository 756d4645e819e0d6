import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { SingleSignOn, SingleSignOnTest } from '#features/sign-in/contract/single-sign-on.ts';
import {
  oidcClientId,
  oidcClientSecret,
  startOidcIssuer,
  type OidcIssuer,
} from '#server/outside/identity/testing/oidc-issuer.ts';
import type { Browser } from '#server/testing/browser.ts';
import { startTestPortal, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';

/** Converts the address that the issuer sends the browser to into the body that the page sends. */
export function toAnswer(callback: string): Record<string, string> {
  const { pathname, searchParams } = new URL(callback);
  const [, , company] = pathname.split('/');
  return { ...Object.fromEntries(searchParams), ...(company && { company }) };
}

/**
 * A portal for the tests of a file, a real issuer, and what companies do to sign in by it.
 * @param toSettings further settings of the portal, by the address of the issuer; called before the portal starts
 */
export function useSignOn(toSettings: (issuer: string) => Promise<Record<string, string>> = async () => ({})) {
  let issuer: OidcIssuer;
  let portal: TestPortal;
  let stop: () => Promise<void>;
  const texts = new Map<string, string[] | undefined>();
  beforeAll(async () => {
    issuer = await startOidcIssuer();
    const settings = {
      PUBLIC_URL: 'http://portal.test',
      OUTBOUND_ALLOWED: new URL(issuer.issuer).host,
      ...(await toSettings(issuer.issuer)),
    };
    ({ portal, stop } = await startTestPortal(settings, {
      findTexts: async (name) => (texts.has(name) ? texts.get(name) : []),
    }));
  });
  // The issuer's clock goes on, and its answers of more than a minute ahead are unsound.
  beforeEach(() => portal.clock.advance(Math.max(0, Date.now() - portal.clock.now().getTime())));
  afterAll(async () => {
    await stop?.();
    await issuer?.stop();
  });

  const formOf = (changes: object = {}) => ({
    kind: 'oidc',
    issuer: issuer.issuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    domains: [] as string[],
    isDemanded: false,
    breakGlass: [] as string[],
    ...changes,
  });

  const save = (as: TestUser, changes: object) =>
    portal.call('/company/single-sign-on', { as, method: 'PUT', body: formOf(changes) });

  const runTest = async (as: TestUser) =>
    (await portal.call('/company/single-sign-on/test', { as, method: 'POST' })).body as SingleSignOnTest;

  const start = async (browser: Browser, email: string) =>
    ((await browser.post('/session/single-sign-on', { email })).body as { address: string }).address;

  return {
    portal: () => portal,
    issuer: () => issuer,
    /** TXT records by name; undefined is an outage. */
    texts,
    save,
    runTest,
    start,
    /** A company that signs in by the issuer for a verified domain. */
    async makeSignedOn(domain: string, changes: object = {}) {
      const { id, superAdmin } = await portal.makeCompany();
      const { body } = await save(superAdmin, { ...changes, domains: [domain] });
      const [{ recordName = '', recordText = '' } = {}] = (body as SingleSignOn).domains;
      texts.set(recordName, ['other', recordText]);
      expect((await runTest(superAdmin)).singleSignOn.domains[0]?.verifiedAt).not.toBeNull();
      return { id, superAdmin };
    },
    /** Signs in at the issuer under a login, from an address that begins the flow. */
    async signOn(browser: Browser, email: string, login = email, cookies = new Map<string, string>()) {
      const callback = await issuer.visit(await start(browser, email), login, cookies);
      return { callback, step: await browser.post('/session/single-sign-on/finish', toAnswer(callback)) };
    },
  };
}
