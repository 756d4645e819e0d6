import type { Uses } from '#server/portal/portal.ts';
import { fileSender } from '#server/portal/send-file.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { isUuid } from '#contract/uuid.ts';
import { showIds, type IdField, type ShownIds } from '#server/lib/crypto/shown-ids.ts';
import type { StoredRating } from '#server/lib/ratings.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { StreamedFile } from '#server/lib/request/streamed-file.ts';
import { fileExtensions, streamTarArchive, type AddEntry, type Entry } from '#server/lib/tar-archive.ts';
import { toConversationSubject } from '#domain/conversations/conversation-subject.ts';
import { recordAudit } from '#server/records/audit.ts';
import { listFilesOfMessages } from '#domain/conversations/deletion/deletions.repository.ts';
import { getFoundPerson, type FoundPerson } from './persons.service.ts';
import * as repository from './persons.repository.ts';
import { toSubject } from './run-erasure.service.ts';

/**
 * All data about a person and the files of its conversations as an archive, unmasked, because it is the person's own. Each
 * download is an audit entry.
 * @throws Problem `record.not-found`, `exports.busy`
 */
export function exportPerson(
  portal: Uses<'database' | 'files' | 'findActorNow' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
): Promise<StreamedFile> {
  const { actor } = context;
  return fileSender(portal)(context, async () => {
    const now = portal.clock.now();
    const person = await getFoundPerson(portal, actor, id);
    await portal.database.inCompany(actor.companyId, async (tx) => {
      await confirmActor(tx, actor, 'privacy.manage');
      const subject = toSubject(actor.ids, { kind: 'person', subjectId: id });
      await recordAudit(tx, { ...subject, ...toAuditStamp(context, now), action: 'persons.export' });
    });
    const source = { ...portal, companyId: actor.companyId, person, now, ids: actor.ids };
    return {
      pieces: streamTarArchive(now, (add) => writeEntries(source, add)),
      name: `person-${getDay(now.getTime(), actor.timeZone)}.tar.gz`,
      contentType: 'application/gzip',
      capabilities: ['privacy.manage'],
      isMasked: false,
    };
  });
}

interface Source extends Uses<'database' | 'files'> {
  readonly companyId: string;
  readonly person: FoundPerson;
  readonly now: Date;
  readonly ids: ShownIds;
}

/** The manifest is last, because it has the counts and the checksums of what is before it. */
async function writeEntries(source: Source, add: AddEntry): Promise<void> {
  const { now, person } = source;
  const keys = new Set<string>();
  const lines = await writeLines(listLines(source, keys), source.ids, add);
  const { files, missingFiles } = await writeFiles(source, keys, add);
  const manifest = {
    format: 1,
    person: { id: person.id },
    madeAt: now.toISOString(),
    ...lines,
    files,
    /** Named by a message and not in the storage. */
    missingFiles,
  };
  await add('manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));
}

interface Line {
  readonly kind: string;
  readonly line: object;
}

/** Conversations of one read. */
const pageSize = 50;
const firstId = '00000000-0000-0000-0000-000000000000';

/** @param keys gets those of the files that the messages name */
async function* listLines(
  { database, companyId, person: { id, numbers, emails } }: Source,
  keys: Set<string>,
): AsyncGenerator<Line> {
  yield* await database.inCompany.read(companyId, (tx) => repository.listExportedFacts(tx, { id, numbers, emails }));
  let after = { afterStart: new Date(0), afterId: firstId };
  for (;;) {
    const params = { numbers, ...after, limit: pageSize };
    const page = await database.inCompany.read(companyId, (tx) => repository.listExportedConversations(tx, params));
    for (const conversation of page) {
      yield { kind: 'conversation', line: conversation.line };
      const { id: conversationId } = conversation;
      const messages = await database.inCompany.read(companyId, (tx) =>
        repository.listExportedMessages(tx, { id: conversationId }),
      );
      for (const { line } of messages) yield { kind: 'message', line };
    }
    const ids = page.map((each) => each.id);
    const shown = await database.inCompany.read(companyId, (tx) => listFilesOfMessages(tx, { ids }));
    for (const { key } of shown) keys.add(key);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { afterStart: last.startedAt, afterId: last.id };
  }
}

/** With the ids of conversations, messages and requests as pages show them, because the entries of a reader are of other people's. */
function showLine(ids: ShownIds, { kind, line }: Line): Line {
  const fields = idFields[kind];
  const [shown = line] = fields ? showIds<Fields>(ids, [line as Fields], fields) : [line];
  const { ratings, entity, entity_id: id } = shown as Fields;
  if (kind === 'conversation' && Array.isArray(ratings))
    return { kind, line: { ...shown, ratings: showRated(ids, ratings) } };
  if (kind !== 'auditEntry' || entity !== 'conversation' || !isUuid(`${id}`)) return { kind, line: shown };
  const { entityId, entityLabel } = toConversationSubject(ids, `${id}`);
  return { kind, line: { ...shown, entity_id: ids.show(entityId), entity_label: entityLabel } };
}

type Fields = Record<string, unknown>;

const ofItself = { id: 'id', name: 'external_id' };
const idFields: Readonly<Record<string, ReadonlyArray<IdField<Fields>>>> = {
  conversation: [ofItself],
  message: [ofItself, { id: 'conversation_id' }],
  request: [ofItself, { id: 'conversation_id' }],
};

/** The key of a rating is the id of its message too, where its sender gives none. */
const showRated = (ids: ShownIds, ratings: readonly StoredRating[]) =>
  ratings.map(({ message, key, ...rating }) => {
    const shown = message === null ? null : ids.show(message);
    return { ...rating, message: shown, key: key === message ? (shown ?? '') : key };
  });

const chunkLength = 1024 * 1024;

/** Lines of JSON in entries of about a megabyte. */
async function writeLines(lines: AsyncGenerator<Line>, ids: ShownIds, add: AddEntry) {
  const counts = new Map<string, number>();
  const entries: Entry[] = [];
  let texts: string[] = [];
  let length = 0;
  const write = async () => {
    if (texts.length === 0) return;
    entries.push(await add(`data/${String(entries.length + 1).padStart(6, '0')}.jsonl`, Buffer.from(texts.join(''))));
    texts = [];
    length = 0;
  };
  for await (const each of lines) {
    const { kind, line } = showLine(ids, each);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const text = `${JSON.stringify({ kind, ...line })}\n`;
    texts.push(text);
    length += text.length;
    if (length >= chunkLength) await write();
  }
  await write();
  return { lines: Object.fromEntries(counts), entries };
}

async function writeFiles({ files: store, companyId }: Source, keys: ReadonlySet<string>, add: AddEntry) {
  const files: (Entry & { readonly key: string; readonly contentType: string })[] = [];
  const missingFiles: string[] = [];
  for (const key of keys) {
    const file = await store.find({ companyId, key });
    if (!file) {
      missingFiles.push(key);
      continue;
    }
    const { bytes, contentType } = file;
    files.push({ ...(await add(`files/${key}${fileExtensions[contentType] ?? ''}`, bytes)), key, contentType });
  }
  return { files, missingFiles };
}
