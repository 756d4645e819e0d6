import type { SamlMetadata, SamlOutcome, SigningCertificate } from '#features/sign-in/contract/saml.ts';
import type { IssuerOutcome } from '#features/sign-in/contract/single-sign-on.ts';

/** Settings of a SAML identity provider beside its entity ID, which is the `issuer`. */
export interface SamlService {
  readonly signInAddress: string;
  /** PEM texts. */
  readonly certificates: readonly string[];
}

/** An OpenID Connect issuer or a user pool, and the portal's client there, or a SAML identity provider. */
export interface SignInIssuer {
  /** The company whose users it signs in; null for the portal's own issuer, for all companies. */
  readonly companyId: string | null;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client without one, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** Whether addresses count that the portal's own issuer does not call verified. */
  readonly trustsEmail?: boolean;
  /** Whether it may still know the redirect URI alone that all companies share. */
  readonly sharesRedirect?: boolean;
  /** Undefined for other kinds. */
  readonly saml?: SamlService | undefined;
  /** Whether it is an AWS Cognito user pool, whose API signs in on the portal's own pages. */
  readonly isPool?: boolean;
}

/** The portal as the SAML service provider of a company. */
export interface SamlAddresses {
  /** Also the address of the metadata. */
  readonly entityId: string;
  /** Address to which answers are posted. */
  readonly assertionAddress: string;
}

/** Claims of a verified SAML answer. */
export interface SamlClaims {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email: string | undefined;
  readonly session: string | null;
  /** The assertion counts once. */
  readonly assertionId: string;
  /** The request that it answers. */
  readonly requestId: string;
}

/** A sign-in that this browser has begun, as its sealed cookie says. */
export interface SignInFlow {
  readonly companyId: string | null;
  readonly issuer: string;
  readonly clientId: string;
  /** Address to which the browser returns, by this flow alone. */
  readonly redirectUri: string;
  readonly state: string;
  /** With SAML the id of the request. */
  readonly nonce: string;
  readonly verifier: string;
}

/** With what the browser came back from the issuer. */
export interface IssuerAnswer {
  /** Company of the redirect URI; null for the shared one. */
  readonly company: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Verified claims of the issuer about a person. */
export interface SignInClaims {
  /** The issuer's own name for itself. */
  readonly issuer: string;
  readonly subject: string;
  /** In lower case. */
  readonly email: string | undefined;
  /** Whether the address counts. */
  readonly isEmailVerified: boolean;
  /** The claim that decided about the address, or what was there instead; for SuperAdmins. */
  readonly found: string;
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

/** Verdict on a SAML answer: its claims, or the reason of its denial. */
export type SamlVerdict =
  | { readonly claims: SamlClaims }
  /** `found` is what a denied answer said instead, where that is signed. */
  | { readonly denied: { readonly outcome: Exclude<SamlOutcome, 'ok'>; readonly found: string } };

export interface SamlSignOn {
  findSamlAddresses(companyId: string): SamlAddresses;
  /** Renders the portal's metadata for identity providers, as XML. */
  renderSamlMetadata(companyId: string): Promise<string>;
  /** Parses the metadata of an identity provider; `fault`: why it can not be used, and what to do, for its user. */
  parseSamlMetadata(xml: string): Promise<SamlMetadata | { readonly fault: string }>;
  /** Undefined for what is no certificate of a sound key. */
  parseCertificate(text: string): SigningCertificate | undefined;
  /** Whether browsers may be sent to an identity provider at this address. */
  isAllowedSignInAddress(address: string): boolean;
  /**
   * Verifies a posted answer of a company's identity provider, in a worker thread, because anyone may post one.
   * @throws Problem `service.overloaded` where others of the company wait
   */
  verifySamlAnswer(companyId: string, issuer: SignInIssuer, encoded: string): Promise<SamlVerdict>;
  /** A code of one minute by which the page finishes the sign-in of a verified answer. */
  sealSamlCode(companyId: string, claims: SamlClaims): string;
}

/**
 * Sign-in by OpenID Connect issuers (the authorization code flow with PKCE, state and nonce, and both sign-outs) and by SAML
 * identity providers (a redirect with the request, and a posted answer).
 */
export interface SingleSignOn extends SamlSignOn {
  /** For all companies, by the operator's settings. */
  readonly portalIssuer: SignInIssuer | undefined;
  /** The redirect URI of a company; null for the one of the portal's issuer, which companies shared before. */
  toRedirectUri(companyId: string | null): string;
  readonly signedOutUri: string;
  readonly backChannelUri: string;
  /** The address of a user pool as an issuer. */
  toPoolIssuer(userPoolId: string): string;
  /** The address at the issuer, and the cookie by which this browser alone can finish. @throws IssuerFailed */
  start(issuer: SignInIssuer, email: string): Promise<{ address: string; cookies: string[] }>;
  /** Undefined without a sign-in that has begun in the last ten minutes. */
  readFlow(headers: Headers): SignInFlow | undefined;
  /** The cookie that ends the flow, whatever its outcome. */
  endFlow(): string;
  /** Exchanges the code of an answer that came to the address of its flow, and verifies it. @throws IssuerFailed */
  finish(issuer: SignInIssuer, flow: SignInFlow, answer: IssuerAnswer): Promise<SignInClaims>;
  /** Finds the issuer's sign-out page; undefined where it offers none or does not answer. */
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
