import type { Uses } from '#server/portal/portal.ts';
import { toLedgerMoment } from '../../ledger/calendar/ledger-moment.ts';
import { matchUsage } from '../../ledger/match-usage.ts';
import { getStoredUsage } from '../../ledger/matched-usage.ts';
import { previewReportedSkills } from '../../ledger/reported-skills.ts';
import { getTimeZone } from '../../ledger/calendar/time-zone.repository.ts';
import { previewReportedUsers } from '../../ledger/reported-users.ts';
import { runInPieces } from '#server/lib/concurrency/pieces.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { applyBatches } from '../batches/apply-batches.ts';
import { getKnown, listNames } from '../batches/persist-batches.service.ts';
import { listPrices } from './preview-batch.repository.ts';
import {
  toDryConversations,
  type DryConversations,
  type Preview,
  type PreviewedBatch,
} from './to-dry-conversations.ts';

/** Previews what the intake would store of a batch. Reads in a transaction in which PostgreSQL refuses to write. */
export async function previewBatch(
  { database, clock }: Uses<'database' | 'clock'>,
  companyId: string,
  read: PreviewedBatch,
): Promise<DryConversations> {
  const snapshot = await database.inCompany.snapshot(companyId);
  try {
    const preview = await loadPreview(snapshot, read, clock.now());
    return toDryConversations(read, preview);
  } finally {
    await snapshot.close();
  }
}

/** Computes the changes that the intake would make, by the same pure functions. */
async function loadPreview(tx: CompanyTransaction, { batch }: PreviewedBatch, now: Date): Promise<Preview> {
  const batches = [batch];
  const named = listNames(batches);
  const { timeZone } = await getTimeZone(tx);
  const skills = await previewReportedSkills(tx, named.skills, now);
  const { findUser, users } = await previewReportedUsers(tx, named.users);
  const known = await getKnown(tx, batches, {
    timeZone,
    names: Promise.resolve({ findSkill: (skill) => skill && skills.get(skill.key)?.number, findUser }),
  });
  const changes = await runInPieces(applyBatches(batches, known));
  const byNumber = new Map([...skills.values()].map((skill) => [skill.number, skill]));
  const stored = await getStoredUsage(tx, changes.usageEvents, toLedgerMoment(now, timeZone));
  const scopes = new Map(stored.scopes);
  // A name that would be created has no scope yet.
  for (const { number, skillId } of skills.values()) if (number < 0) scopes.set(number, skillId ?? `new ${number}`);
  const match = await runInPieces(matchUsage(changes.usageEvents, { ...stored, scopes }));
  const priced = match.billed.flatMap(({ skillNumber, day }) => {
    const skillId = byNumber.get(skillNumber)?.skillId ?? null;
    return skillId === null ? [] : [{ skillId, day }];
  });
  return { changes, match, skills: byNumber, users, prices: await listPrices(tx, priced, now) };
}
