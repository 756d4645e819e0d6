import type { ServerMetadata } from 'openid-client';
import { IssuerFailed, type IssuerAnswer, type SignInFlow, type SignInIssuer } from './single-sign-on.ts';

export type Redirects = ReturnType<typeof toRedirects>;

/**
 * Addresses to which issuers send browsers back. Each company has its own: otherwise a hostile issuer could send a
 * browser on to another company's, whose code would then be exchanged at the hostile one (RFC 9700, section 4.4).
 */
export function toRedirects(publicUrl: string) {
  const shared = `${publicUrl}/single-sign-on`;
  const of = (companyId: string | null) => (companyId === null ? shared : `${shared}/${companyId}`);
  return {
    of,
    /** The shared one only for an issuer that says who it is in each answer. */
    choose: ({ companyId, sharesRedirect }: SignInIssuer, document: ServerMetadata): string =>
      of(sharesRedirect && document.authorization_response_iss_parameter_supported === true ? null : companyId),
  };
}

/** Whether the answer came to the address of the flow, before anything of it goes to an issuer. @throws IssuerFailed */
export function checkAddress(
  redirects: Redirects,
  { redirectUri, companyId }: Pick<SignInFlow, 'redirectUri' | 'companyId'>,
  { company, query }: IssuerAnswer,
): void {
  const isOwn = redirectUri === redirects.of(company);
  // `openid-client` compares it with the issuer of the flow, and does not ask for it.
  const isNamed = companyId === null || company !== null || query['iss'] !== undefined;
  if (!isOwn || !isNamed) throw new IssuerFailed('unsound');
}
