import type { Uses } from '#server/portal/portal.ts';
import { createHash } from 'node:crypto';
import type { ProblemCode } from '#contract/problems.ts';
import type { SamlOutcome } from '#features/sign-in/contract/saml.ts';
import type { SamlClaims, SignInIssuer } from '#server/outside/identity/single-sign-on/single-sign-on.ts';
import { clientNetwork } from '#server/lib/network/client-network.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAnswer } from './sign-in-outcomes.service.ts';
import * as repository from './sign-ins.repository.ts';
import { withoutSecret } from './stored-provider.ts';

/** Problems of a denied SAML answer that the page gets as the `error` of its address; the settings say more. */
export const samlProblems = [
  'session.sign-on-unsolicited',
  'session.sign-on-expired',
  'session.issuer-refused',
  'session.sign-on-unsound',
] as const satisfies readonly ProblemCode[];

const problemsOfOutcomes: Partial<Record<SamlOutcome, (typeof samlProblems)[number]>> = {
  unsolicited: 'session.sign-on-unsolicited',
  expired: 'session.sign-on-expired',
  early: 'session.sign-on-expired',
  replayed: 'session.sign-on-expired',
  refused: 'session.issuer-refused',
};

/** Answers of a company in a minute that open nothing: from a network, and from all, so that no network locks others out. */
const maxDeniedOfNetwork = 60;
const maxDenied = 300;

/**
 * Counts an answer as denied, because any program may post them.
 * @returns what to call once it is found to be sound, so that a morning's sign-ins of a large company do not count
 * @throws Problem `request.too-many`
 */
function countAnswer({ countOfMinute }: Uses<'countOfMinute'>, companyId: string, clientAddress: string): () => void {
  const counts = [
    { key: `saml ${companyId} ${clientNetwork(clientAddress)}`, most: maxDeniedOfNetwork },
    { key: `saml ${companyId}`, most: maxDenied },
  ].map((count) => ({ ...count, soundKey: `sound ${count.key}` }));
  for (const { key, soundKey, most } of counts) {
    const { sum, restSeconds } = countOfMinute(key, 1);
    if (sum - countOfMinute(soundKey, 0).sum > most) {
      throw new Problem('request.too-many', { retryAfterSeconds: restSeconds });
    }
  }
  return () => counts.forEach(({ soundKey }) => countOfMinute(soundKey, 1));
}

interface ForwardedAnswer {
  readonly companyId: string;
  readonly clientAddress: string;
  readonly body: Blob;
}

/**
 * Verifies a posted SAML answer. Returns the address of the portal's page that continues, with a code or an error.
 * @throws Problem `request.too-many` after many that opened nothing
 */
export async function forwardSamlAnswer(
  portal: Uses<'database' | 'identity' | 'singleSignOn' | 'countOfMinute' | 'clock'>,
  { companyId, clientAddress, body }: ForwardedAnswer,
): Promise<{ address: string }> {
  const countSound = countAnswer(portal, companyId, clientAddress);
  const { database, singleSignOn } = portal;
  const form = new URLSearchParams(await body.text());
  const state = form.get('RelayState') || 'none';
  const provider = await database.inCompany.read(companyId, repository.findProvider);
  const issuer = provider && withoutSecret(provider);
  const toPage = (answer: Record<string, string>) => {
    const query = new URLSearchParams({ state: state.slice(0, maxStateLength), ...answer });
    return { address: `${singleSignOn.toRedirectUri(companyId)}?${query.toString()}` };
  };
  if (!issuer?.saml) return toPage({ error: 'session.sign-on-unsound' });
  const checked = await checkAnswer(portal, { companyId, issuer, encoded: form.get('SAMLResponse') ?? '' });
  const { outcome, found = '' } = checked;
  await recordAnswer(portal, companyId, { outcome, found });
  if (checked.claims) {
    countSound();
    return toPage({ code: singleSignOn.sealSamlCode(companyId, checked.claims) });
  }
  return toPage({ error: problemsOfOutcomes[outcome] ?? 'session.sign-on-unsound' });
}

const maxStateLength = 200;

interface PostedAnswer {
  readonly companyId: string;
  readonly issuer: SignInIssuer;
  readonly encoded: string;
}

interface CheckedAnswer {
  readonly outcome: SamlOutcome;
  readonly claims?: SamlClaims;
  readonly found?: string;
}

/** Verifies an answer, and counts its assertion once. */
async function checkAnswer(
  { identity, singleSignOn }: Uses<'identity' | 'singleSignOn'>,
  { companyId, issuer, encoded }: PostedAnswer,
): Promise<CheckedAnswer> {
  const verdict = await singleSignOn.verifySamlAnswer(companyId, issuer, encoded);
  if ('denied' in verdict) return verdict.denied;
  const { claims } = verdict;
  const isFirst = await identity.spendOnce(`saml ${companyId} ${toDigest(claims.assertionId)}`);
  return isFirst ? { outcome: 'ok', claims } : { outcome: 'replayed' };
}

const toDigest = (text: string) => createHash('sha256').update(text).digest('hex');
