import type { AuditKey } from '../../../lib/crypto/audit-seal.ts';
import { getPublicKey, signText } from '../../../lib/crypto/audit-seal.ts';
import type { StoredErasure } from './erasures.repository.ts';

/** What stays after an erasure, and why. */
const kept = {
  requests: 'figures without texts, because they are billed',
  auditLog: 'entries with the name of that time, because the log is sealed',
  invoices: 'by tax law',
  backups: 'those made before, until they give way to later ones',
};

interface CertifiedErasure {
  readonly companyId: string;
  readonly erasure: StoredErasure;
  /** When the tables were written anew; and whether the write-ahead log of before stayed with the database server. */
  readonly overwritten?: { readonly at: string; readonly hasLog: boolean };
}

/** Without personal data. The signature is over the certificate as compact JSON, in the order of its fields. */
export function signPersonCertificate(
  key: AuditKey,
  { companyId, erasure, overwritten }: CertifiedErasure,
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
    /** The bytes in the pages of the database; null while they wait for it. */
    overwritten: overwritten
      ? { at: overwritten.at, writeAheadLog: overwritten.hasLog ? 'kept by the database server' : 'dropped' }
      : null,
    kept,
  };
  const value = signText(key, JSON.stringify(certificate)).toString('base64');
  const signature = { algorithm: 'Ed25519', key: key.number, publicKey: getPublicKey(key), value };
  return `${JSON.stringify({ certificate, signature }, undefined, 1)}\n`;
}
