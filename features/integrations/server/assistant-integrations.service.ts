import { perPortal, type Uses } from '#server/portal/portal.ts';
import { createHash } from 'node:crypto';
import {
  credentialsMinutes,
  type AssistantIntegration,
  type IntegrationCredentials,
} from '#features/integrations/contract/assistant-integrations.ts';
import { createMinuteCounter } from '#server/lib/concurrency/minute-counter.ts';
import type { KnownIntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findForKey, listForKey } from './grants.repository.ts';
import { toAuditSubject } from './integrations.service.ts';
import { toAssistantIntegration } from './stored-integration.ts';

/** `version` changes with the list, so that an assistant can ask often and compare. */
export async function listForAssistant(
  { database, brandProvider }: Uses<'database' | 'brandProvider'>,
  { companyId, keyId }: KnownIntakeCaller,
): Promise<{ version: string; integrations: AssistantIntegration[] }> {
  const stored = await database.inCompany.read(companyId, (tx) => listForKey(tx, { keyId }));
  const integrations = stored.map((each) => toAssistantIntegration(each, { brandProvider, isGranted: each.isGranted }));
  const version = createHash('sha256').update(JSON.stringify(integrations)).digest('base64url').slice(0, 22);
  return { version, integrations };
}

/** A read of credentials for the audit log. */
interface CredentialsRead {
  readonly caller: KnownIntakeCaller;
  readonly requestId: string;
  readonly subject: { readonly entityId: string; readonly entityLabel: string };
  readonly isGranted: boolean;
  readonly now: Date;
}

/**
 * Answers credentials to keys that were granted them. Every read is audited before its answer, granted or denied; more
 * reads of the same integration by the same key within a minute are counted in one entry.
 */
export const credentialsReader = perPortal(
  ({ database, secretBox, clock, log }: Uses<'database' | 'secretBox' | 'clock' | 'log'>) => {
    const record = (read: CredentialsRead, more = 0) =>
      database.inCompany(read.caller.companyId, (tx) => recordRead(tx, read, more));
    const counter = createMinuteCounter<CredentialsRead>({
      maxEntries: 1,
      recordMore: (last, more) =>
        record(last, more).catch((error: unknown) =>
          log.warn({ err: error }, 'repeated reads of credentials could not be audited'),
        ),
    });
    return async (caller: KnownIntakeCaller, id: string, requestId: string): Promise<IntegrationCredentials> => {
      const now = clock.now();
      const { companyId, keyId } = caller;
      const found = await database.inCompany.read(companyId, (tx) => findForKey(tx, { id, keyId }));
      const isGranted = found?.isGranted ?? false;
      const subject = found ? toAuditSubject(found) : { entityId: id, entityLabel: 'Unknown or disabled integration' };
      const read = { caller, requestId, subject, isGranted, now };
      // All unknown ids are one key, because a caller can make up as many as it likes.
      if (await counter.admit(`${keyId} ${found?.id ?? 'unknown'} ${isGranted}`, read, now)) await record(read);
      if (!found) throw new Problem('record.not-found');
      if (!isGranted) throw new Problem('integrations.not-granted');
      return {
        id,
        ...(found.username !== null && { username: found.username }),
        password: secretBox.open(found.password, { companyId, recordId: id }),
        expiresAt: new Date(now.getTime() + credentialsMinutes * 60_000).toISOString(),
      };
    };
  },
);

async function recordRead(
  tx: CompanyTransaction,
  { caller, requestId, subject, isGranted, now }: CredentialsRead,
  more: number,
): Promise<void> {
  await recordAudit(tx, {
    ...subject,
    entity: 'integration',
    actor: { accountId: null, name: `Assistant with the intake key ${caller.keyName}`, email: '' },
    action: isGranted ? 'integrations.read' : 'integrations.deny-read',
    after: { intakeKey: caller.keyName, ...(more > 0 && { moreRequests: more }) },
    requestId,
    now,
  });
}
