import * as oidc from 'openid-client';
import type { IssuerOutcome } from '#features/sign-in/contract/single-sign-on.ts';
import type { WorkerPool } from '../../../lib/concurrency/worker-pool.ts';
import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import { CallFailed, type Outbound } from '../../assistants/guarded-request.ts';
import type { Clock } from '../../clock.ts';
import { isName, isTimely, lacksAddress, readAddress, type Claims } from '../claims/person-claims.ts';
import { findTexts } from './find-texts.ts';
import type { PoolClient } from '../user-pool/pool-client.ts';
import { createFlowCookie } from './flow-cookie.ts';
import { createIssuerKeys } from './issuer-keys.ts';
import { DocumentUnsound } from './issuer-document.ts';
import { createGuardedFetch, createIssuers } from './issuers.ts';
import { createSamlSignOn } from './saml/create-saml-sign-on.ts';
import { readSignOutToken, verifySignOutToken } from './sign-out-token.ts';
import {
  IssuerFailed,
  type IssuerAnswer,
  type SignInClaims,
  type SignInFlow,
  type SignInIssuer,
  type SingleSignOn,
} from './single-sign-on.ts';
import { checkAddress, toRedirects, type Redirects } from './redirects.ts';

interface SingleSignOnSettings {
  readonly outbound: Outbound;
  readonly secretBox: SecretBox;
  /** Origin of the portal without a trailing slash. */
  readonly publicUrl: string;
  readonly portalIssuer: SignInIssuer | undefined;
  readonly clock: Clock;
  readonly workers: Pick<WorkerPool, 'run'>;
  readonly pools: PoolClient;
  /** By default from DNS. */
  readonly findTexts?: SingleSignOn['findTexts'];
}

interface Parts {
  readonly issuers: ReturnType<typeof createIssuers>;
  readonly cookie: ReturnType<typeof createFlowCookie>;
  readonly secretBox: SecretBox;
  readonly redirects: Redirects;
  readonly clock: Clock;
}

const scope = 'openid email profile';
/** Longer ones are not kept, because the hint has to fit into an address. */
const maxHintLength = 6000;

export function createSingleSignOn(settings: SingleSignOnSettings): SingleSignOn {
  const { outbound, secretBox, publicUrl, portalIssuer, clock, workers, pools } = settings;
  const fetchGuarded = createGuardedFetch(outbound);
  const issuers = createIssuers(fetchGuarded, clock);
  const cookie = createFlowCookie({ secretBox, publicUrl, clock });
  const redirects = toRedirects(publicUrl);
  const signedOutUri = `${publicUrl}/login`;
  const findKeys = createIssuerKeys(fetchGuarded, clock);
  const saml = createSamlSignOn({ secretBox, publicUrl, clock, workers, cookie, redirects });
  const parts: Parts = { issuers, cookie, secretBox, redirects, clock };
  return {
    ...saml.port,
    portalIssuer,
    toRedirectUri: redirects.of,
    signedOutUri,
    backChannelUri: `${publicUrl}/api/session/single-sign-on/sign-out`,
    toPoolIssuer: pools.toIssuer,
    async start(issuer, email) {
      // A user pool signs in on the portal's own page.
      if (issuer.isPool) return { address: signedOutUri, cookies: [] };
      return issuer.saml ? saml.start(issuer) : start(parts, issuer, email);
    },
    readFlow: (headers) => cookie.read(headers),
    endFlow: () => cookie.end(),
    async finish(issuer, flow, answer) {
      checkAddress(redirects, flow, answer);
      return issuer.saml ? saml.finish(flow, answer.query) : finish(parts, { issuer, flow, answer });
    },
    async findSignOutAddress(issuer, sealedToken) {
      if (issuer.saml || issuer.isPool) return undefined;
      const configuration = await issuers.find(issuer).catch(() => undefined);
      if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
      const hint = openHint(secretBox, issuer, sealedToken);
      const query = { post_logout_redirect_uri: signedOutUri, ...(hint !== undefined && { id_token_hint: hint }) };
      return oidc.buildEndSessionUrl(configuration, query).href;
    },
    readSignOutToken,
    async verifySignOutToken(issuer, token) {
      const configuration = await reach(() => issuers.find(issuer));
      const { issuer: issuerName, jwks_uri: address = '' } = configuration.serverMetadata();
      return reach(() => verifySignOutToken(issuer, { token, issuerName, keys: findKeys(address), clock }));
    },
    async test(issuer) {
      if (issuer.isPool) return pools.test(issuer);
      return issuer.saml ? saml.test(issuer) : testIssuer(parts, issuer);
    },
    findTexts: settings.findTexts ?? ((name) => findTexts(name)),
  };
}

async function start({ issuers, cookie, redirects }: Parts, issuer: SignInIssuer, email: string) {
  const configuration = await reach(() => issuers.find(issuer));
  const redirectUri = redirects.choose(issuer, configuration.serverMetadata());
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const parameters = {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  };
  const address = await reach(async () => oidc.buildAuthorizationUrl(configuration, parameters));
  const { companyId, clientId } = issuer;
  const flow = { companyId, issuer: issuer.issuer, clientId, redirectUri, state, nonce, verifier };
  return { address: address.href, cookies: [cookie.write(flow)] };
}

interface Finish {
  readonly issuer: SignInIssuer;
  readonly flow: SignInFlow;
  readonly answer: IssuerAnswer;
}

async function finish({ issuers, secretBox, clock }: Parts, given: Finish): Promise<SignInClaims> {
  const { issuer, flow, answer } = given;
  const configuration = await reach(() => issuers.find(issuer));
  const address = new URL(`${flow.redirectUri}?${new URLSearchParams(answer.query).toString()}`);
  const tokens = await judge(() =>
    oidc.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  if (!claims || !isName(claims.sub) || !isTimely(claims, clock.now())) throw new IssuerFailed('unsound');
  const document = configuration.serverMetadata();
  const isTrusted = issuer.companyId !== null || issuer.trustsEmail === true;
  const person = readAddress(await findClaims(configuration, tokens, claims), isTrusted);
  const idToken = tokens.id_token ?? '';
  return {
    issuer: document.issuer,
    subject: claims.sub,
    ...person,
    session: isName(claims.sid) ? claims.sid : null,
    sealedToken: idToken.length <= maxHintLength ? secretBox.seal(idToken, hintOwner(issuer)) : null,
  };
}

/**
 * Reads the claims of the identity token, and of the issuer's user info where the token leaves out the address or
 * whether it is verified. User info that cannot be read counts as none.
 */
async function findClaims(
  configuration: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  claims: oidc.IDToken,
): Promise<Claims> {
  const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims;
  try {
    return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  } catch (cause) {
    const isOfOther = cause instanceof oidc.ClientError && cause.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    if (isOfOther) throw new IssuerFailed('unsound', { cause });
    return claims;
  }
}

/** Finds out whether an issuer can be reached. @throws IssuerFailed */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new IssuerFailed('unreachable', { cause });
  }
}

/** @throws IssuerFailed by what went wrong in an exchange */
async function judge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof oidc.AuthorizationResponseError) throw new IssuerFailed('refused', { cause });
    throw new IssuerFailed(isOutage(cause) ? 'unreachable' : 'unsound', { cause });
  }
}

/** Whether the issuer gave no answer, at any depth of causes. */
function isOutage(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if (current instanceof CallFailed || current.name === 'TimeoutError') return true;
  }
  return false;
}

async function testIssuer({ issuers, redirects }: Parts, issuer: SignInIssuer): Promise<IssuerOutcome> {
  let configuration: oidc.Configuration;
  try {
    configuration = await issuers.discover(issuer);
  } catch (error) {
    return toOutcome(error);
  }
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = configuration.serverMetadata();
  const types = [configuration.serverMetadata().response_types_supported ?? 'code'].flat();
  if (!authorize || !token || !keys || !types.includes('code')) return 'unsupported';
  try {
    const redirectUri = redirects.choose(issuer, configuration.serverMetadata());
    const address = new URL(
      `${redirectUri}?code=none&iss=${encodeURIComponent(configuration.serverMetadata().issuer)}`,
    );
    await oidc.authorizationCodeGrant(configuration, address, { pkceCodeVerifier: oidc.randomPKCECodeVerifier() });
    return 'unsupported';
  } catch (error) {
    // The code is none, so that this is the answer to a client that the issuer knows.
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') {
      return lacksAddress(configuration.serverMetadata().claims_supported) ? 'no-email-claim' : 'ok';
    }
    return isOutage(error) ? 'unreachable' : 'wrong-client';
  }
}

function toOutcome(error: unknown): IssuerOutcome {
  for (let depth = 0, current = error; depth < 5 && current instanceof Error; depth += 1, current = current.cause) {
    if (current instanceof DocumentUnsound) return 'unsafe-address';
    if (current instanceof CallFailed) return current.step === 'address' ? 'not-allowed' : 'unreachable';
  }
  return isOutage(error) ? 'unreachable' : 'not-an-issuer';
}

const hintOwner = ({ companyId }: Pick<SignInIssuer, 'companyId'>) => ({
  companyId: companyId ?? '',
  recordId: 'sign-in token',
});

/** Undefined for a token that was sealed with a key that is gone. */
function openHint(secretBox: SecretBox, issuer: SignInIssuer, sealed: Buffer | null): string | undefined {
  try {
    return sealed === null ? undefined : secretBox.open(sealed, hintOwner(issuer));
  } catch {
    return undefined;
  }
}
