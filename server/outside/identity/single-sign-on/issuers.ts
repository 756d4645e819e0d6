import * as oidc from 'openid-client';
import { CallFailed, type Outbound } from '../../assistants/guarded-request.ts';
import type { Clock } from '../../clock.ts';
import { clockToleranceSeconds } from '../claims/person-claims.ts';
import { checkDocument } from './issuer-document.ts';
import type { SignInIssuer } from './single-sign-on.ts';

const callLimitMs = 8000;
const rememberedMs = 10 * 60_000;
const pauseAfterFailureMs = 5000;
const maxRemembered = 500;

/**
 * `fetch` through the guard of entered addresses: every address of the issuer, also those that its document names, is judged
 * before it is called, and no redirect is followed.
 */
export function createGuardedFetch(outbound: Outbound) {
  return async (address: string, options: oidc.CustomFetchOptions): Promise<Response> => {
    const { method, headers, body } = options;
    const signal = AbortSignal.any([AbortSignal.timeout(callLimitMs), ...(options.signal ? [options.signal] : [])]);
    const target = await outbound.vet(address, signal);
    const form = body instanceof URLSearchParams ? body : new URLSearchParams(typeof body === 'string' ? body : '');
    const sent = {
      path: `${target.url.pathname}${target.url.search}`,
      headers,
      isBodyRead: true,
      ...(method === 'POST' && { form }),
    };
    const answer = await outbound.send(target, sent, signal);
    if (answer.isCut) throw new CallFailed('reach');
    const hasBody = answer.status !== 204 && answer.status !== 304;
    const responseHeaders = { 'content-type': answer.contentType };
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: responseHeaders,
    });
  };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

/** Issuers by discovery, each remembered for ten minutes, so that a sign-in calls as little as possible. */
export function createIssuers(fetchGuarded: GuardedFetch, clock: Clock) {
  const remembered = new Map<string, { untilMs: number; configuration: Promise<oidc.Configuration> }>();

  async function discover({ issuer, clientId, clientSecret }: SignInIssuer): Promise<oidc.Configuration> {
    const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const discovered = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      execute: insecure,
      [oidc.customFetch]: fetchGuarded,
      timeout: callLimitMs / 1000,
    });
    const server = checkDocument(discovered.serverMetadata(), issuer);
    // By the clock port, as everything else of the portal.
    const skewSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
    // Twice as much here: the skew is remembered, and `isTimely` judges the times by the clock of the moment.
    const client = { [oidc.clockSkew]: skewSeconds, [oidc.clockTolerance]: 2 * clockToleranceSeconds };
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    const proof = clientSecret === undefined ? oidc.None() : authenticate(clientSecret);
    const configuration = new oidc.Configuration(server, clientId, client, proof);
    configuration[oidc.customFetch] = fetchGuarded;
    configuration.timeout = callLimitMs / 1000;
    // The guard allows http only to hosts of the operator.
    insecure.forEach((allow) => allow(configuration));
    // Identity tokens are verified by signature too, and not by the connection alone. Symmetric algorithms fail there.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    discover,
    /** Calls at the same time share one discovery, and a failed one is not repeated for a moment. */
    async find(issuer: SignInIssuer): Promise<oidc.Configuration> {
      const key = JSON.stringify([issuer.companyId, issuer.issuer, issuer.clientId, issuer.clientSecret ?? null]);
      const [nowMs, found] = [clock.now().getTime(), remembered.get(key)];
      // An end too far away comes from a clock that was set back.
      if (found && nowMs < found.untilMs && found.untilMs - nowMs <= rememberedMs) return found.configuration;
      const made = { untilMs: nowMs + rememberedMs, configuration: discover(issuer) };
      made.configuration.catch(() => (made.untilMs = nowMs + pauseAfterFailureMs));
      remembered.delete(key);
      remembered.set(key, made);
      for (const oldest of remembered.keys()) {
        if (remembered.size <= maxRemembered) break;
        remembered.delete(oldest);
      }
      return made.configuration;
    },
  };
}
