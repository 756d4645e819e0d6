import { afterAll, beforeAll } from 'vitest';
import type { SingleSignOn } from '#features/sign-in/contract/single-sign-on.ts';
import {
  createSamlProvider,
  type AnswerChanges,
  type SamlProvider,
} from '#server/outside/identity/testing/saml-provider.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { Browser } from '#server/testing/browser.ts';
import { startTestPortal, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { toAnswer } from './use-sign-on.ts';

/** A portal for the tests of a file, a SAML identity provider, and what companies do to sign in by it. */
export function useSaml(extra: Readonly<Record<string, string>> = {}) {
  let portal: TestPortal;
  let provider: SamlProvider;
  let stop: () => Promise<void>;
  const texts = new Map<string, string[]>();
  beforeAll(async () => {
    const settings = { PUBLIC_URL: 'http://portal.test', ...extra };
    ({ portal, stop } = await startTestPortal(settings, { findTexts: async (name) => texts.get(name) ?? [] }));
    provider = await createSamlProvider('https://idp.example/?idpid=1', () => portal.clock.now());
  });
  afterAll(() => stop?.());

  const save = (as: TestUser, changes: object = {}) =>
    portal.call('/company/single-sign-on', {
      as,
      method: 'PUT',
      body: {
        kind: 'saml',
        issuer: provider.issuer,
        signInAddress: provider.signInAddress,
        certificates: [provider.certificate.cert],
        domains: [],
        isDemanded: false,
        breakGlass: [],
        ...changes,
      },
    });

  async function start(browser: Browser, email: string) {
    const { body } = await browser.post('/session/single-sign-on', { email });
    return provider.readRequest((body as { address: string }).address);
  }

  /** Posts an answer as a page of the identity provider does: from there, and without cookies. */
  async function post(companyId: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await portal.call(`/session/single-sign-on/saml/${companyId}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example', ...headers },
    });
    const page = new URL(answer.headers.get('location') ?? 'none:');
    return { answer, page, query: toAnswer(page.href) };
  }

  const finish = (browser: Browser, query: Record<string, string>): Promise<ApiAnswer> =>
    browser.post('/session/single-sign-on/finish', query);

  return {
    portal: () => portal,
    provider: () => provider,
    save,
    start,
    post,
    finish,
    get: async (as: TestUser) => (await portal.call('/company/single-sign-on', { as })).body as SingleSignOn,
    /** A company that signs in by the identity provider for a verified domain. */
    async makeSignedOn(domain: string) {
      const { id, superAdmin } = await portal.makeCompany();
      const { body } = await save(superAdmin, { domains: [domain] });
      const [{ recordName = '', recordText = '' } = {}] = (body as SingleSignOn).domains;
      texts.set(recordName, [recordText]);
      await portal.call('/company/single-sign-on/test', { as: superAdmin, method: 'POST' });
      return { id, superAdmin };
    },
    /** All of a sign-in, with an answer as a test wants it. */
    async signOn(companyId: string, email: string, changes: AnswerChanges = {}) {
      const browser = new Browser(portal);
      const request = await start(browser, email);
      const posted = await post(companyId, provider.answer(request, email, changes));
      return { browser, request, posted, step: await finish(browser, posted.query) };
    },
  };
}
