import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant, requiredText, Version } from '#contract/fields.ts';
import { LastAnswer, SamlMetadata, SigningCertificate } from './saml.ts';
import { Email, SessionStep } from './session-forms.ts';
import { isSharedIssuer, sharedIssuerError } from './shared-issuers.ts';
import { isHostname, isWebAddress } from '#contract/web-addresses.ts';

const endpoint = defineEndpoints('Single sign-on');
const goingOn = { method: 'POST', goesOn: true } as const;

const text = (maxLength: number) =>
  requiredText({ required: 'The field is required!', empty: 'The field can not be empty!', maxLength });

const secretMaxLength = 500;
const maxDomains = 20;
const maxBreakGlass = 10;

const domainError = 'Enter a domain such as acme.example.';

/** A domain of e-mail addresses, in lower case. */
const Domain = z
  .string({ error: domainError })
  .trim()
  .toLowerCase()
  .refine((domain) => domain.includes('.') && isHostname(domain) && !/^[\d.]+$/.test(domain), { error: domainError });

/** How the sign-in service of a company speaks: OpenID Connect, SAML 2.0, or the API of an AWS Cognito user pool. */
export const providerKinds = ['oidc', 'saml', 'cognito'] as const;
export type ProviderKind = (typeof providerKinds)[number];

const everyKind = {
  domains: z.array(Domain).max(maxDomains, { error: `A company can have at most ${maxDomains} domains.` }),
  /** Whether users sign in by the issuer alone. */
  isDemanded: z.boolean({ error: 'The field is required!' }),
  /** SuperAdmins who can still sign in with password and two-factor authentication. */
  breakGlass: z.array(Id).max(maxBreakGlass, { error: `Choose at most ${maxBreakGlass} SuperAdmins.` }),
  version: Version.optional(),
};

/** Missing keeps the stored one. */
const ClientSecret = z
  .string()
  .max(secretMaxLength, { error: `The input can have at most ${secretMaxLength} characters.` })
  .optional();

const OidcForm = z.strictObject({
  kind: z.literal('oidc'),
  issuer: text(500)
    .refine((address) => isWebAddress(address) && !/[?#]/.test(address), {
      error: 'Enter the address of the issuer, such as https://sign-in.acme.example.',
    })
    .refine((address) => !isSharedIssuer(address), { error: sharedIssuerError }),
  clientId: text(200),
  clientSecret: ClientSecret,
  /** False once the redirect URI of the company is registered at the issuer. Missing and true keep what is stored. */
  usesSharedRedirect: z.boolean().optional(),
  ...everyKind,
});

export const certificateError = 'Paste an X.509 certificate in PEM form, with an RSA key of at least 2048 bits.';
const maxCertificates = 2;

const SamlForm = z.strictObject({
  kind: z.literal('saml'),
  /** The entity ID, which is often an address and can also be a URN. */
  issuer: text(500).refine((name) => !/\s/.test(name), { error: 'An entity ID has no spaces.' }),
  /** Address of the redirect binding, to which browsers go with a request. */
  signInAddress: text(1000).refine((address) => isWebAddress(address) && !address.includes('#'), {
    error: 'Enter the sign-in address, such as https://sign-in.acme.example/saml.',
  }),
  /** Certificates that sign assertions, as PEM; the second one while the service changes its key. */
  certificates: z
    .array(
      z
        .string()
        .trim()
        .max(8000, { error: certificateError })
        .regex(/^[A-Za-z0-9+/=\s-]+$/, { error: certificateError }),
    )
    .min(1, { error: 'Enter at least one certificate.' })
    .max(maxCertificates, { error: `Enter at most ${maxCertificates} certificates.` }),
  ...everyKind,
});
export type SamlForm = z.infer<typeof SamlForm>;

export const defaultPoolRegion = 'eu-central-1';

const CognitoForm = z
  .strictObject({
    kind: z.literal('cognito'),
    region: text(40).regex(/^[a-z]{2,4}(?:-[a-z]+)+-\d{1,2}$/, { error: 'Enter a region of AWS, e.g. eu-central-1.' }),
    userPoolId: text(55).regex(/^[\w-]+_[0-9a-zA-Z]+$/, {
      error: 'Enter a user pool ID, e.g. eu-central-1_AbC123dEf.',
    }),
    clientId: text(128).regex(/^[\w+]+$/, { error: 'Enter the client ID of an app client.' }),
    clientSecret: ClientSecret,
    ...everyKind,
  })
  .refine(({ region, userPoolId }) => userPoolId.startsWith(`${region}_`), {
    error: 'The user pool ID begins with its region.',
    path: ['userPoolId'],
  });

export const SingleSignOnForm = z.discriminatedUnion('kind', [OidcForm, SamlForm, CognitoForm]);
export type SingleSignOnForm = z.infer<typeof SingleSignOnForm>;

const SignInDomain = z.object({
  domain: z.string(),
  /** The name and the text of the TXT record that verifies the domain. */
  recordName: z.string(),
  recordText: z.string(),
  verifiedAt: Instant.nullable(),
});
export type SignInDomain = z.infer<typeof SignInDomain>;

/** The sign-in of a company by its own issuer. An empty issuer is none. */
export const SingleSignOn = z.object({
  kind: z.enum(providerKinds),
  /** A user pool's address, whose last part is the user pool ID; else the issuer. */
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  signInAddress: z.string(),
  certificates: z.array(SigningCertificate),
  lastAnswer: LastAnswer.nullable(),
  domains: z.array(SignInDomain),
  isDemanded: z.boolean(),
  breakGlass: z.array(Id),
  /** The active SuperAdmins of the company. */
  superAdmins: z.array(z.object({ id: Id, name: z.string(), email: z.string(), hasTwoFactor: z.boolean() })),
  /** Addresses at the portal: return after signing in and out, and the issuer's reports of sign-outs. */
  redirectUri: z.string(),
  /** Whether an issuer that was set before companies had redirect URIs of their own still knows the former one alone. */
  usesSharedRedirect: z.boolean(),
  sharedRedirectUri: z.string(),
  signedOutUri: z.string(),
  backChannelUri: z.string(),
  /** The portal as a SAML service provider: its entity ID, which is the address of its metadata, and where answers go. */
  entityId: z.string(),
  assertionAddress: z.string(),
  version: z.int(),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

/** How a test of the issuer ended. */
export const issuerOutcomes = [
  'ok',
  'not-allowed',
  'unreachable',
  'not-an-issuer',
  'unsupported',
  'wrong-client',
  'certificate-expired',
  'unsafe-address',
  'no-email-claim',
] as const;
export type IssuerOutcome = (typeof issuerOutcomes)[number];

export const SingleSignOnTest = z.object({ outcome: z.enum(issuerOutcomes), singleSignOn: SingleSignOn });
export type SingleSignOnTest = z.infer<typeof SingleSignOnTest>;

const queryText = z.string().min(1).max(4000);

const metadataMaxLength = 200_000;
const byCompany = z.object({ companyId: Id });

/** The parameters with which the issuer sent the browser back. Unknown ones are ignored, as OAuth wants. */
export const SignInAnswer = z
  .object({
    state: queryText,
    code: queryText.optional(),
    iss: queryText.optional(),
    error: queryText.optional(),
    /** The company in the address to which the browser was sent; missing at the address that all companies share. */
    company: Id.optional(),
  })
  .refine(({ code, error }) => (code === undefined) !== (error === undefined), {
    error: 'The answer needs either a code or an error.',
    path: ['code'],
  });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const singleSignOnContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/single-sign-on',
    summary: 'Get the issuer by which the users of the company sign in',
    access: 'single-sign-on.manage',
  }).output(SingleSignOn),

  update: endpoint({
    method: 'PUT',
    path: '/company/single-sign-on',
    summary: 'Set the issuer, its domains, and whether users sign in by it alone',
    access: 'single-sign-on.manage',
    problems: ['record.stale', 'single-sign-on.no-domain', 'single-sign-on.no-break-glass'],
  })
    .input(z.object({ body: SingleSignOnForm }))
    .output(SingleSignOn),

  test: endpoint({
    method: 'POST',
    path: '/company/single-sign-on/test',
    summary: 'Test the stored issuer and client, and look up the records of domains that are not verified yet',
    access: 'single-sign-on.manage',
    problems: ['record.not-found', 'single-sign-on.domain-taken', 'single-sign-on.secret-lost'],
  }).output(SingleSignOnTest),

  delete: endpoint({
    method: 'DELETE',
    path: '/company/single-sign-on',
    summary: 'Delete the issuer; its sessions end, and users sign in with their passwords',
    access: 'single-sign-on.manage',
    problems: ['record.not-found'],
  }).output(SingleSignOn),

  parseMetadata: endpoint({
    ...goingOn,
    path: '/company/single-sign-on/metadata',
    summary: 'Parse the metadata of a SAML identity provider, for the form; nothing is stored',
    access: 'single-sign-on.manage',
    problems: ['single-sign-on.not-metadata'],
  })
    .input(
      z.object({
        body: z.strictObject({
          metadata: z
            .string({ error: 'The field is required!' })
            .max(metadataMaxLength, { error: `The input can have at most ${metadataMaxLength} characters.` }),
        }),
      }),
    )
    .output(SamlMetadata),

  start: endpoint({
    ...goingOn,
    path: '/session/single-sign-on',
    summary: 'Get the address of the issuer that signs in this e-mail address, by its domain alone',
    access: 'public',
    problems: ['session.no-single-sign-on', 'session.issuer-unreachable', 'single-sign-on.secret-lost'],
  })
    .input(z.object({ body: z.strictObject({ email: Email }) }))
    .output(z.object({ address: z.string() })),

  finish: endpoint({
    ...goingOn,
    path: '/session/single-sign-on/finish',
    summary: 'Sign in with the answer of the issuer, in the browser that began',
    access: 'public',
    problems: [
      'session.step-out-of-turn',
      'session.issuer-unreachable',
      'session.issuer-refused',
      'session.sign-on-unsound',
      'session.sign-on-unsolicited',
      'session.sign-on-expired',
      'session.email-unverified',
      'session.foreign-domain',
      'session.no-user',
      'session.denied',
      'single-sign-on.secret-lost',
    ],
  })
    .input(z.object({ body: SignInAnswer }))
    .output(SessionStep),

  samlMetadata: endpoint({
    method: 'GET',
    path: '/session/single-sign-on/saml/{companyId}/metadata',
    summary: 'Get the metadata of the portal as a SAML service provider; the same for every id, known or not',
    access: 'public',
  })
    .input(z.object({ params: byCompany }))
    .output(z.instanceof(Blob)),

  samlAnswer: endpoint({
    ...goingOn,
    path: '/session/single-sign-on/saml/{companyId}',
    summary: 'Take the answer of a SAML identity provider, and lead the browser back to the page of single sign-on',
    access: 'public',
    fromOtherSites: true,
    takesFile: true,
    bodyLimitBytes: 256 * 1024,
    successStatus: 303,
  })
    .input(z.object({ params: byCompany, body: z.instanceof(Blob) }))
    .output(z.object({ address: z.string() })),

  signOut: endpoint({
    ...goingOn,
    path: '/session/single-sign-on/sign-out',
    summary: 'Back-channel sign-out: the issuer ends the sessions that its token names',
    access: 'public',
    takesFile: true,
    bodyLimitBytes: 16 * 1024,
    successStatus: 204,
    problems: ['session.sign-out-token'],
  }).input(z.object({ body: z.instanceof(Blob) })),
};
