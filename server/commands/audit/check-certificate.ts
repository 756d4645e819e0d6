import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { AmbiguousJson, parseStrictJson } from '../../lib/strict-json.ts';

const OfCompany = z.looseObject({
  company: z.object({ name: z.string() }),
  deletedAt: z.iso.datetime(),
  removed: z.object({ rows: z.int(), accounts: z.int(), files: z.object({ count: z.int() }) }),
});

const OfPerson = z.looseObject({
  person: z.object({ id: z.string() }),
  finishedAt: z.iso.datetime(),
  erased: z.object({ conversations: z.int(), messages: z.int(), files: z.int() }),
});

/** Strict, because a reader of the file would take a field beside the certificate for a signed one. */
const SignedCertificate = z.strictObject({
  certificate: z.union([OfCompany, OfPerson]),
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    key: z.int(),
    publicKey: z.base64(),
    value: z.base64(),
  }),
});

/**
 * Checks a certificate of a deletion (decision 16) or an erasure (decision 19) without the portal.
 * @param text the downloaded file
 * @param publicKey SPKI in base64, from another source than the file; without it the key of the file is used
 * @returns lines that say what is certified
 * @throws Error where the file is no certificate, says something twice, another key signed it, or it was changed
 */
export function checkCertificate(text: string, publicKey?: string): string[] {
  const { certificate, signature } = readCertificate(text);
  if (publicKey !== undefined && publicKey !== signature.publicKey)
    throw new Error(`Another key signed it: ${signature.publicKey}.`);
  // As it stands in the file, with fields that this version does not know.
  const signed = JSON.stringify((parseStrictJson(text) as { certificate: unknown }).certificate);
  if (!isSigned(signed, signature)) throw new Error('It was changed after it was signed.');
  return [
    ...describe(certificate),
    publicKey === undefined
      ? `Compare the key with that of your audit checkpoints: ${signature.publicKey}`
      : 'The key is the given one.',
  ];
}

function describe(certificate: z.infer<typeof SignedCertificate>['certificate']): string[] {
  if ('person' in certificate) {
    const { person, finishedAt, erased } = certificate as z.infer<typeof OfPerson>;
    return [
      `The certificate is as it was signed: the person ${person.id}, erased at ${finishedAt}.`,
      `Erased: conversations ${erased.conversations}, messages ${erased.messages}, files ${erased.files}.`,
    ];
  }
  const { company, deletedAt, removed } = certificate as z.infer<typeof OfCompany>;
  return [
    `The certificate is as it was signed: ${company.name}, deleted at ${deletedAt}.`,
    `Removed: rows ${removed.rows}, accounts ${removed.accounts}, files ${removed.files.count}.`,
  ];
}

function readCertificate(text: string): z.infer<typeof SignedCertificate> {
  try {
    return SignedCertificate.parse(parseStrictJson(text));
  } catch (error) {
    if (error instanceof AmbiguousJson) {
      throw new Error('It was changed after it was signed: a name stands in it twice.', { cause: error });
    }
    throw new Error('It is no certificate of a deletion.', { cause: error });
  }
}

function isSigned(signed: string, { publicKey, value }: { publicKey: string; value: string }): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(signed), key, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
}
