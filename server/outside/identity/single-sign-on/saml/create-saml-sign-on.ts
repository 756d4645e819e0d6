import { randomBytes } from 'node:crypto';
import type { IssuerOutcome } from '#features/sign-in/contract/single-sign-on.ts';
import type { Task, WorkerPool } from '../../../../lib/concurrency/worker-pool.ts';
import type { SecretBox } from '../../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../../clock.ts';
import { isHttps } from '../../cookies.ts';
import type { createFlowCookie } from '../flow-cookie.ts';
import type { Redirects } from '../redirects.ts';
import {
  IssuerFailed,
  type SamlSignOn,
  type SignInClaims,
  type SignInFlow,
  type SignInIssuer,
  type SamlClaims,
  type SamlVerdict,
} from '../single-sign-on.ts';
import { parseCertificate } from './certificate.ts';
import type { judgeSamlAnswer, SamlParties } from './saml-answer.ts';

interface SamlSettings {
  readonly secretBox: SecretBox;
  /** Origin of the portal without a trailing slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly workers: Pick<WorkerPool, 'run'>;
  readonly cookie: ReturnType<typeof createFlowCookie>;
  readonly redirects: Redirects;
}

/** With the first use, because XML and its signatures take megabytes of a portal that has no such company. */
const loadAnswers = () => import('./saml-answer.ts');
const loadMetadata = () => import('./saml-metadata.ts');

/** By its name alone, so that this thread needs no XML for it. */
const judgeTask: Task<Parameters<typeof judgeSamlAnswer>[0], SamlVerdict> = {
  module: new URL('./saml-answer.ts', import.meta.url).href,
  run: async function judgeSamlAnswer(answer) {
    return (await loadAnswers()).judgeSamlAnswer(answer);
  },
};

/** Sign-in by SAML identity providers, and the steps that the flow shares with OpenID Connect. */
export function createSamlSignOn({ secretBox, publicUrl, clock, workers, cookie, redirects }: SamlSettings) {
  const codes = createSamlCodes(secretBox, clock);
  const findSamlAddresses = (companyId: string) => {
    const assertionAddress = `${publicUrl}/api/session/single-sign-on/saml/${companyId}`;
    return { assertionAddress, entityId: `${assertionAddress}/metadata` };
  };
  const toParties = (companyId: string, { issuer, saml }: SignInIssuer): SamlParties => {
    if (!saml) throw new Error('This issuer speaks OpenID Connect.');
    return { ...saml, ...findSamlAddresses(companyId), issuer };
  };
  const port: SamlSignOn = {
    findSamlAddresses,
    renderSamlMetadata: async (companyId) => (await loadMetadata()).renderPortalMetadata(findSamlAddresses(companyId)),
    parseSamlMetadata: async (xml) => (await loadMetadata()).parseOrExplain(xml, clock.now()),
    parseCertificate,
    isAllowedSignInAddress: (address) => address.startsWith('https:') || !isHttps(publicUrl),
    verifySamlAnswer: (companyId, issuer, encoded) => {
      const answer = { parties: toParties(companyId, issuer), encoded, now: clock.now() };
      // Any program may post answers: those of a company have turns apart from its reports.
      return workers.run(judgeTask, answer, { companyId: `sign-in ${companyId}`, size: Infinity });
    },
    sealSamlCode: codes.seal,
  };
  return {
    port,
    /** The request goes with the browser, and its id into the cookie, so that its answer counts in this browser alone. */
    async start(issuer: SignInIssuer) {
      const { companyId, issuer: entityId, clientId } = issuer;
      const [state, nonce] = [randomBytes(32).toString('base64url'), `_${randomBytes(20).toString('hex')}`];
      const { createSaml } = await loadAnswers();
      const saml = createSaml(toParties(companyId ?? '', issuer), nonce);
      const address = await saml.getAuthorizeUrlAsync(state, undefined, {});
      const redirectUri = redirects.of(companyId);
      const flow = { companyId, issuer: entityId, clientId, redirectUri, state, nonce, verifier: '' };
      return { address, cookies: [cookie.write(flow)] };
    },
    /** Opens the code of a verified answer to the request of this browser. @throws IssuerFailed */
    finish(flow: SignInFlow, answer: Readonly<Record<string, string>>): SignInClaims {
      const claims = codes.open(flow.companyId ?? '', answer['code'] ?? '');
      if (claims?.requestId !== flow.nonce || claims.issuer !== flow.issuer) throw new IssuerFailed('unsound');
      const { issuer, subject, email, session } = claims;
      // The company's own service speaks for the addresses of its verified domains.
      return { issuer, subject, email, isEmailVerified: true, found: email ?? subject, session, sealedToken: null };
    },
    /** Tests what needs no person who signs in: whether a certificate of the SAML service is valid. */
    test({ saml }: SignInIssuer): IssuerOutcome {
      const ends = (saml?.certificates ?? []).map((pem) => Date.parse(parseCertificate(pem)?.expiresAt ?? ''));
      return ends.some((endMs) => endMs > clock.now().getTime()) ? 'ok' : 'certificate-expired';
    },
  };
}

const codeLifeMs = 60_000;

interface StoredAnswer {
  readonly claims: SamlClaims;
  readonly untilMs: number;
}

/**
 * A verified answer on its way from the address of answers to the page, in the address of the browser. The post of another
 * site carries no cookies, so that only the page can show that this browser has begun. Sealed for its company.
 */
function createSamlCodes(secretBox: SecretBox, clock: Clock) {
  const toOwner = (companyId: string) => ({ companyId, recordId: 'saml answer' });
  return {
    seal(companyId: string, claims: SamlClaims): string {
      const stored: StoredAnswer = { claims, untilMs: clock.now().getTime() + codeLifeMs };
      return secretBox.seal(JSON.stringify(stored), toOwner(companyId)).toString('base64url');
    },
    /** Undefined for a code that is none, of another company, or older than a minute. */
    open(companyId: string, code: string): SamlClaims | undefined {
      try {
        const opened = secretBox.open(Buffer.from(code, 'base64url'), toOwner(companyId));
        const { claims, untilMs } = JSON.parse(opened) as StoredAnswer;
        const leftMs = untilMs - clock.now().getTime();
        return leftMs > 0 && leftMs <= codeLifeMs ? claims : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
