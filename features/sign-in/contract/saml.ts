import * as z from 'zod';
import { Instant } from '#contract/fields.ts';

export const SigningCertificate = z.object({
  pem: z.string(),
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: z.string(),
  expiresAt: Instant,
});
export type SigningCertificate = z.infer<typeof SigningCertificate>;

/** How the check of a SAML answer ended: `ok`, or why it was denied. */
const samlOutcomes = [
  'ok',
  'malformed',
  'unsolicited',
  'refused',
  'encrypted',
  'algorithm',
  'signature',
  'destination',
  'issuer',
  'audience',
  'recipient',
  'expired',
  'early',
  'subject',
  'replayed',
] as const;
export type SamlOutcome = (typeof samlOutcomes)[number];

/** How a sign-in ended whose answer came, by OpenID Connect or SAML: `ok`, or what is missing. */
const answerOutcomes = [
  ...samlOutcomes,
  'unreachable',
  'unsound',
  'no-email',
  'unverified',
  'foreign-domain',
  'no-user',
] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** The last answer that came. What a SAML answer said is known where its signature was valid. */
export const LastAnswer = z.object({ at: Instant, outcome: z.enum(answerOutcomes), found: z.string() });

/** Form values from the metadata of a SAML identity provider. */
export const SamlMetadata = z.object({
  issuer: z.string(),
  signInAddress: z.string(),
  /** The first ones, as many as can be stored. */
  certificates: z.array(z.string()),
  certificatesLeftOut: z.int(),
});
export type SamlMetadata = z.infer<typeof SamlMetadata>;
