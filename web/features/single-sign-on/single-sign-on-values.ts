import { SingleSignOnForm } from '#contract/single-sign-on.ts';
import type { IssuerOutcome, SingleSignOn } from '#contract/single-sign-on.ts';

export interface SingleSignOnValues extends Record<string, unknown> {
  issuer: string;
  clientId: string;
  /** Empty keeps the stored one. */
  clientSecret: string;
  /** One on each line. */
  domains: string;
  isDemanded: boolean;
  breakGlass: string[];
}

export const labels = {
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  domains: 'E-mail domains',
  isDemanded: 'Require single sign-on',
  breakGlass: 'Emergency access',
} as const;

export const toValues = ({ issuer, clientId, domains, isDemanded, breakGlass }: SingleSignOn): SingleSignOnValues => ({
  issuer,
  clientId,
  clientSecret: '',
  domains: domains.map(({ domain }) => domain).join('\n'),
  isDemanded,
  breakGlass: [...breakGlass],
});

const listDomains = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');

/** What is sent: without an empty secret, which keeps the stored one. */
export const toForm = (values: SingleSignOnValues, version: number): SingleSignOnForm => ({
  issuer: values.issuer.trim(),
  clientId: values.clientId.trim(),
  ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
  domains: listDomains(values.domains),
  isDemanded: values.isDemanded,
  breakGlass: values.breakGlass,
  version,
});

/** The messages of the contract by field; those of single domains are shown at the field of all. */
export function findErrors(values: SingleSignOnValues): Record<string, string> {
  const parsed = SingleSignOnForm.safeParse(toForm(values, 1));
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());
}

/** What a test says. The result of each domain is shown at the domain. */
export const outcomeWords: Readonly<Record<IssuerOutcome, string>> = {
  ok: 'The issuer answers and knows this client.',
  'not-allowed': 'This address cannot be called from here. Use a public https address.',
  unreachable: 'The issuer does not answer.',
  'not-an-issuer': 'There is no OpenID Connect issuer at this address, or it gives itself another name.',
  unsupported: 'The issuer does not support signing in with an authorization code.',
  'wrong-client': 'The issuer does not accept this client ID with this secret and redirect URI.',
};
