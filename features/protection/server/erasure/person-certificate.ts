import { getPublicKey, signText, type AuditKey } from '#server/lib/crypto/audit-seal.ts';
import type { StoredErasure } from './erasures.repository.ts';

/** Data that stays after an erasure, and why. */
const kept = {
  requests: 'figures without texts, because they are billed',
  auditLog: 'entries with the name of that time, because the log is sealed',
  invoices: 'by tax law',
  backups: 'those made before, until they give way to later ones',
  bytes: 'in free space of the database and in its write-ahead log, until both are used again',
};

interface CertifiedErasure {
  readonly companyId: string;
  readonly erasure: StoredErasure;
}

/** Without personal data. The signature is over the certificate as compact JSON, in the order of its fields. */
export function signPersonCertificate(
  key: AuditKey,
  { companyId, erasure }: CertifiedErasure,
  finishedAt: Date,
): string {
  const { subjectId, requestedAt, conversations, messages, files } = erasure;
  const certificate = {
    format: 1,
    person: { id: subjectId },
    company: { id: companyId },
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    erased: { conversations, messages, files },
    kept,
  };
  const value = signText(key, JSON.stringify(certificate)).toString('base64');
  const signature = { algorithm: 'Ed25519', key: key.number, publicKey: getPublicKey(key), value };
  return `${JSON.stringify({ certificate, signature }, undefined, 1)}\n`;
}
