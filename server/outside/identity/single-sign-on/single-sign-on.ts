import type { IssuerOutcome } from '#contract/single-sign-on.ts';

/** An OpenID Connect issuer and the portal's client there. */
export interface SignInIssuer {
  /** The company whose users it signs in; null for the portal's own issuer, for all companies. */
  readonly companyId: string | null;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without one, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
}

/** A sign-in that this browser has begun, as its sealed cookie says. */
export interface SignInFlow {
  readonly companyId: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the issuer says of the person, verified. */
export interface SignInClaims {
  /** As the issuer names itself. */
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** The issuer's own session, where it names one. */
  readonly session: string | null;
  readonly sealedToken: Buffer | null;
}

/** Whom a sign-out token names; the sessions of `session`, or all of `subject`. */
export interface SignOutClaims {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
  /** The token counts once. */
  readonly tokenId: string;
}

/**
 * Why an issuer does not sign in: it does not answer, it has refused (or the person has cancelled), or what it says is not
 * valid. The message is for the log.
 */
export class IssuerFailed extends Error {
  override name = 'IssuerFailed';
  readonly step: 'unreachable' | 'refused' | 'unsound';
  constructor(step: IssuerFailed['step'], options?: ErrorOptions) {
    super(`the issuer is ${step}`, options);
    this.step = step;
  }
}

/** Sign-in by OpenID Connect issuers: the authorization code flow with PKCE, state and nonce, and both sign-outs. */
export interface SingleSignOn {
  /** For all companies, by the operator's settings. */
  readonly portalIssuer: SignInIssuer | undefined;
  readonly redirectUri: string;
  readonly signedOutUri: string;
  readonly backChannelUri: string;
  /** The address at the issuer, and the cookie by which this browser alone can finish. @throws IssuerFailed */
  start(issuer: SignInIssuer, email: string): Promise<{ address: string; cookies: string[] }>;
  /** Undefined without a sign-in that has begun in the last ten minutes. */
  readFlow(headers: Headers): SignInFlow | undefined;
  /** The cookie that ends the flow, whatever its outcome. */
  endFlow(): string;
  /** Exchanges the code and verifies the answer. @throws IssuerFailed */
  finish(issuer: SignInIssuer, flow: SignInFlow, answer: Readonly<Record<string, string>>): Promise<SignInClaims>;
  /** Where the issuer signs out; undefined where it offers no such page or does not answer. */
  findSignOutAddress(issuer: SignInIssuer, sealedToken: Buffer | null): Promise<string | undefined>;
  /** Which client a sign-out token is for, unverified; undefined for what is none. */
  readSignOutToken(token: string): { issuer: string; clientIds: string[] } | undefined;
  /** Undefined for a token that is not sound. @throws IssuerFailed where the issuer's keys cannot be read */
  verifySignOutToken(issuer: SignInIssuer, token: string): Promise<SignOutClaims | undefined>;
  /** Discovers the issuer, and exchanges a code that is none, which shows whether it knows the client. */
  test(issuer: SignInIssuer): Promise<IssuerOutcome>;
  /** The texts of a TXT record, none where there is no such record; undefined without a certain answer. */
  findTexts(name: string): Promise<readonly string[] | undefined>;
}
