import { createHash } from 'node:crypto';
import { getDay } from '#contract/calendar/zones.ts';
import { confirmActor } from '../../../access/confirm-actor.ts';
import { toAuditStamp } from '../../../lib/request/call-context.ts';
import type { CallContext } from '../../../lib/request/call-context.ts';
import { StreamedFile } from '../../../lib/request/streamed-file.ts';
import { recordAudit } from '../../../records/audit.ts';
import { getFoundPerson } from './persons.service.ts';
import type { FoundPerson, PersonDependencies } from './persons.service.ts';
import * as repository from './persons.repository.ts';
import { toSubject } from './run-erasure.service.ts';

/**
 * All data about a person as lines of JSON, unmasked, because it is the person's own. Each download is an audit entry.
 * @throws Problem `record.not-found`
 */
export async function exportPerson(
  dependencies: PersonDependencies,
  context: CallContext,
  id: string,
): Promise<StreamedFile> {
  const { actor } = context;
  const now = dependencies.clock.now();
  const person = await getFoundPerson(dependencies, actor, id);
  await dependencies.database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'privacy.manage');
    const subject = toSubject({ kind: 'person', subjectId: id });
    await recordAudit(tx, { ...subject, ...toAuditStamp(context, now), action: 'persons.export' });
  });
  const lines = writeLines(listLines(dependencies, actor.companyId, person), now);
  return new StreamedFile(lines, `person-${getDay(now.getTime(), actor.timeZone)}.jsonl`, 'application/jsonl');
}

interface Line {
  readonly kind: string;
  readonly line: object;
}

/** Conversations of one read. */
const pageSize = 50;
const firstId = '00000000-0000-0000-0000-000000000000';

async function* listLines(
  { database }: PersonDependencies,
  companyId: string,
  { id, numbers, emails }: FoundPerson,
): AsyncGenerator<Line> {
  yield* await database.readCompany(companyId, (tx) => repository.listExportedFacts(tx, { id, numbers, emails }));
  let after = { afterStart: new Date(0), afterId: firstId };
  for (;;) {
    const params = { numbers, ...after, limit: pageSize };
    const page = await database.readCompany(companyId, (tx) => repository.listExportedConversations(tx, params));
    for (const conversation of page) {
      yield { kind: 'conversation', line: conversation.line };
      const { id: conversationId } = conversation;
      const messages = await database.readCompany(companyId, (tx) =>
        repository.listExportedMessages(tx, { id: conversationId }),
      );
      for (const { line } of messages) yield { kind: 'message', line };
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { afterStart: last.startedAt, afterId: last.id };
  }
}

/** The manifest is last, because it has the counts and the checksum of the lines before it. */
async function* writeLines(lines: AsyncGenerator<Line>, now: Date): AsyncGenerator<Uint8Array> {
  const counts = new Map<string, number>();
  const checksum = createHash('sha256');
  for await (const { kind, line } of lines) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const text = `${JSON.stringify({ kind, ...line })}\n`;
    checksum.update(text);
    yield Buffer.from(text);
  }
  const manifest = { kind: 'manifest', madeAt: now.toISOString(), lines: Object.fromEntries(counts) };
  yield Buffer.from(`${JSON.stringify({ ...manifest, sha256: checksum.digest('hex') })}\n`);
}
