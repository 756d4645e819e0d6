import type { Uses } from '#server/portal/portal.ts';
import type { JobHandler } from '#server/outside/jobs/jobs.ts';
import type { ShownIds } from '#server/lib/crypto/shown-ids.ts';
import { toConversationSubject } from '#domain/conversations/conversation-subject.ts';
import { recordAudit } from '#server/records/audit.ts';
import { listStartMonths } from '#domain/conversations/rollups/rollup-rebuild.repository.ts';
import { deleteConversations } from '#domain/conversations/deletion/delete-conversations.service.ts';
import { emptyOfPerson } from './empty-of-person.service.ts';
import { signPersonCertificate } from './person-certificate.ts';
import * as repository from './erasures.repository.ts';
import type { StoredErasure } from './erasures.repository.ts';

/** Carries out what was requested; a repetition continues where the attempt before ended. */
export function createErasureHandler(
  portal: Uses<'database' | 'files' | 'changes' | 'clock'>,
): JobHandler<'company.erasure'> {
  return async ({ payload: { companyId, erasureId } }) => void (await runErasure(portal, companyId, erasureId));
}

/** @returns the erasure as it is then; undefined where there is none */
export async function runErasure(
  portal: Uses<'database' | 'files' | 'changes' | 'clock'>,
  companyId: string,
  id: string,
): Promise<StoredErasure | undefined> {
  const { database, changes } = portal;
  const erasure = await database.inCompany.read(companyId, (tx) => repository.findErasure(tx, { id }));
  if (erasure?.state !== 'waiting') return erasure;
  if (erasure.kind === 'key' || erasure.kind === 'import') await deleteOfKey(portal, companyId, erasure);
  else if (erasure.kind === 'person') await emptyOfPerson(portal, companyId, erasure);
  else await deleteConversations(portal, toDeletion(companyId, erasure, [erasure.subjectId]));
  changes.announce(companyId);
  return finish(portal, companyId, erasure);
}

const toDeletion = (companyId: string, { id, kind, deletesRequests }: StoredErasure, ids: readonly string[]) => ({
  companyId,
  erasureId: id,
  deletesRequests,
  isUndo: kind === 'import',
  ids,
});

/** Deletes the conversations of a key or an import, month by month, so that each read is of one partition. */
async function deleteOfKey(portal: Uses<'database' | 'files' | 'clock'>, companyId: string, erasure: StoredErasure) {
  const { database } = portal;
  const { subjectId: id } = erasure;
  // First, so that none of the waiting spans becomes a conversation afterwards.
  await database.inCompany.shard(companyId, (tx) => repository.deleteSpansOfKey(tx, { id }));
  for (const month of await database.inCompany.read(companyId, listStartMonths)) {
    const from = new Date(`${month}T00:00:00Z`);
    const until = new Date(from);
    until.setUTCMonth(until.getUTCMonth() + 1);
    const found = await database.inCompany.read(companyId, (tx) =>
      repository.listConversationsOfKey(tx, { id, from, until }),
    );
    const ids = found.map((each) => each.id);
    await deleteConversations(portal, toDeletion(companyId, erasure, ids));
  }
}

/** Enough of the id to tell records apart. */
const shownIdLength = 8;

export const toSubject = (ids: ShownIds, { kind, subjectId }: Pick<StoredErasure, 'kind' | 'subjectId'>) => {
  const shown = subjectId.slice(0, shownIdLength);
  if (kind === 'conversation') return toConversationSubject(ids, subjectId);
  if (kind === 'key') return { entity: 'intakeKey', entityId: subjectId, entityLabel: `Intake key ${shown}` };
  if (kind === 'import') return { entity: 'logImport', entityId: subjectId, entityLabel: `Import ${shown}` };
  return { entity: 'reportedUser', entityId: subjectId, entityLabel: `Person ${shown}` };
};

const doneActions = {
  conversation: 'conversations.delete',
  key: 'intakeKeys.delete-conversations',
  person: 'persons.erase',
  import: 'logImports.undo',
} as const;

/** Every erasure ends with an audit entry that has its numbers. */
async function finish(
  { database, clock }: Uses<'database' | 'clock'>,
  companyId: string,
  erasure: StoredErasure,
): Promise<StoredErasure | undefined> {
  const now = clock.now();
  const { current } = await database.auditChain.loadKeys();
  const ids = await database.auditChain.getShownIds(companyId);
  return database.inCompany(companyId, async (tx) => {
    const counted = await repository.findErasure(tx, { id: erasure.id });
    const certificate =
      counted?.kind === 'person' ? signPersonCertificate(current, { companyId, erasure: counted }, now) : null;
    const done = await repository.finishErasure(tx, { id: erasure.id, finishedAt: now, certificate });
    if (!done) return repository.findErasure(tx, { id: erasure.id });
    const { conversations, messages, requests, files } = done;
    await recordAudit(tx, {
      ...toSubject(ids, erasure),
      actor: { accountId: null, name: 'Requested deletion', email: '' },
      action: doneActions[erasure.kind],
      after: { conversations, messages, deletedRequests: requests, files },
      requestId: '',
      now,
    });
    return done;
  });
}
