import type { Uses } from '../../../portal/portal.ts';
import { maxDryConversations, type DryConversation, type DryRun, type PayloadKind } from '#contract/intake/dry-runs.ts';
import { getAttributeRules } from '../../../ledger/attribute-values.ts';
import { matchUsage } from '../../../ledger/match-usage.ts';
import { getStoredUsage } from '../../../ledger/matched-usage.ts';
import { previewReportedSkills } from '../../../ledger/reported-skills.ts';
import { previewReportedUsers } from '../../../ledger/reported-users.ts';
import type { Actor } from '../../../lib/request/actor.ts';
import type { CompanyTransaction } from '../../../sql/sql.ts';
import { applyBatches } from '../ingest/apply-batches.ts';
import { listInstants, listNames, getKnown } from '../ingest/persist-batches.service.ts';
import { getTimeZone, listPrices } from './dry-run.repository.ts';
import { isGzip, readPayloadTask } from './read-payload.ts';
import { toDryConversations, type Preview, type PreviewedBatch } from './to-dry-conversations.ts';

/**
 * Previews what the intake would store of a payload. Reads in a transaction in which PostgreSQL refuses to write.
 * @throws what `readPayload` throws
 */
export async function previewPayload(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  { companyId }: Actor,
  { body, kind }: { readonly body: Blob; readonly kind: PayloadKind | undefined },
): Promise<DryRun> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  const now = clock.now();
  // Of a compressed one it is not known how large it is.
  const size = isGzip(bytes) ? Infinity : bytes.length;
  const rules = await getAttributeRules(database, companyId, now);
  const read = await workers.run(readPayloadTask, { bytes, kind, now, rules }, { companyId, size });
  const { conversations } = await previewBatch({ database, clock }, companyId, read);
  return {
    format: read.format,
    accepted: read.accepted,
    rejected: read.rejected,
    rejections: read.rejections.map(({ name, reasons }) => ({ name, reasons: [...reasons] })),
    warnings: [...read.warnings],
    conversations: conversations.slice(0, maxDryConversations),
    totalConversations: conversations.length,
    dropped: [...read.dropped],
  };
}

/** Previews what the intake would store of a batch. Reads in a transaction in which PostgreSQL refuses to write. */
export async function previewBatch(
  { database, clock }: Uses<'database' | 'clock'>,
  companyId: string,
  read: PreviewedBatch,
): Promise<{ conversations: DryConversation[] }> {
  const snapshot = await database.openSnapshot(companyId);
  try {
    const preview = await loadPreview(snapshot, read, clock.now());
    return { conversations: toDryConversations(read, preview) };
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
    instants: listInstants(batches),
    timeZone,
    names: Promise.resolve({ findSkill: (skill) => skill && skills.get(skill.key)?.number, findUser }),
  });
  const changes = applyBatches(batches, known);
  const byNumber = new Map([...skills.values()].map((skill) => [skill.number, skill]));
  const stored = await getStoredUsage(tx, changes.usageEvents, now);
  const scopes = new Map(stored.scopes);
  // A name that would be created has no scope yet.
  for (const { number, skillId } of skills.values()) if (number < 0) scopes.set(number, skillId ?? `new ${number}`);
  const match = matchUsage(changes.usageEvents, { ...stored, scopes });
  const priced = match.billed.flatMap(({ skillNumber, day }) => {
    const skillId = byNumber.get(skillNumber)?.skillId ?? null;
    return skillId === null ? [] : [{ skillId, day }];
  });
  return { changes, match, skills: byNumber, users, prices: await listPrices(tx, priced) };
}
