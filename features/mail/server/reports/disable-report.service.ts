import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Recipient } from '../opt-outs/opt-outs.repository.ts';
import * as repository from './reports.repository.ts';
import { auditedReport } from './reports.service.ts';

interface StoppedReport {
  readonly id: string;
  /** The person of the mail; a report that is another person's by now stays. */
  readonly userId: string;
  readonly recipient: Recipient;
  readonly requestId: string;
  readonly now: Date;
}

/** Stops a report by the link of its mail; nothing happens to one that is deleted, or disabled already. */
export async function disableReport(tx: CompanyTransaction, stopped: StoppedReport): Promise<void> {
  const { id, userId, recipient, requestId, now } = stopped;
  const stored = await repository.lockReport(tx, id);
  if (!stored || stored.userId !== userId || !stored.isEnabled) return;
  const written = await repository.updateReport(tx, { ...stored, isEnabled: false, now });
  await recordAudit(tx, {
    ...auditedReport.toSubject(written),
    actor: recipient,
    requestId,
    now,
    action: 'mailReports.disable',
    before: auditedReport.toFields(stored),
    after: auditedReport.toFields(written),
  });
}
