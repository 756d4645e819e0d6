import {
  mostListedNotes,
  type CompanyNote,
  type CompanyNoteForm,
  type CompanyNotes,
} from '#features/company/contract/company-notes.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import { allowVersion } from '#server/records/change-record.ts';
import * as repository from './company-notes.repository.ts';
import type { StoredNote } from './company-notes.repository.ts';

/** The place of a note. */
interface NotePlace {
  readonly companyId: string;
  readonly id: string;
}

const isOwn = ({ authorAccountId }: StoredNote, { accountId }: Actor) => authorAccountId === accountId;

const toNote = (stored: StoredNote, actor: Actor): CompanyNote => ({
  id: stored.id,
  text: stored.text,
  author: stored.authorName,
  createdAt: stored.createdAt.toISOString(),
  editedAt: stored.editedAt?.toISOString() ?? null,
  version: stored.version,
  canEdit: isOwn(stored, actor),
});

/** @throws Problem `record.not-found` */
export function listCompanyNotes(
  { database }: Uses<'database'>,
  actor: Actor,
  companyId: string,
): Promise<CompanyNotes> {
  return database.inSystem('companies.note', async (tx) => {
    const company = await repository.findNotedCompany(tx, { companyId });
    if (!company) throw new Problem('record.not-found');
    const notes = await repository.listNotes(tx, { companyId, most: mostListedNotes });
    return { companyName: company.name, count: company.count, notes: notes.map((each) => toNote(each, actor)) };
  });
}

interface NoteEntry {
  readonly companyId: string;
  readonly companyName: string;
  readonly action: string;
  readonly author?: string;
}

/**
 * The entry is in the log of the provider, because a note is the provider's alone. It has no text, which would outlive the
 * deletion of the note and of the company.
 */
const toEntry = (context: CallContext, now: Date, { companyId, companyName, action, author }: NoteEntry) => ({
  ...toAuditStamp(context, now, true),
  companyId: context.actor.homeCompanyId,
  entity: 'companyNote',
  entityId: companyId,
  entityLabel: companyName,
  action,
  ...(author !== undefined && { before: { author } }),
});

/** @throws Problem `record.not-found` */
export function createCompanyNote(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { companyId, text }: CompanyNoteForm & { readonly companyId: string },
): Promise<CompanyNote> {
  const { actor } = context;
  return database.inSystem('companies.note', async (tx) => {
    await confirmOperator(tx, actor, 'companies.manage');
    const company = await repository.findNotedCompany(tx, { companyId });
    if (!company) throw new Problem('record.not-found');
    const now = clock.now();
    const created = await repository.createNote(tx, {
      companyId,
      text: text.trim(),
      authorAccountId: actor.accountId,
      authorName: toActorName({ ...actor, actsFrom: null }),
      createdAt: now,
    });
    await recordAudit(
      tx,
      toEntry(context, now, { companyId, companyName: company.name, action: 'companyNotes.create' }),
    );
    return toNote(created, actor);
  });
}

/** @throws Problem `record.not-found`, `record.stale`, `company-notes.not-own` */
export function updateCompanyNote(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  place: NotePlace,
  { text, version }: CompanyNoteForm,
): Promise<CompanyNote> {
  const { actor } = context;
  return database.inSystem('companies.note', async (tx) => {
    await confirmOperator(tx, actor, 'companies.manage');
    const stored = await repository.lockNote(tx, { ...place });
    if (!stored) throw new Problem('record.not-found');
    allowVersion(stored, version, (each) => toNote(each, actor));
    if (!isOwn(stored, actor)) throw new Problem('company-notes.not-own');
    const now = clock.now();
    const updated = await repository.updateNote(tx, { ...place, text: text.trim(), now });
    const { companyName } = stored;
    await recordAudit(
      tx,
      toEntry(context, now, { companyId: place.companyId, companyName, action: 'companyNotes.update' }),
    );
    return toNote(updated, actor);
  });
}

/** @throws Problem `record.not-found` */
export function deleteCompanyNote(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  place: NotePlace,
): Promise<void> {
  return database.inSystem('companies.note', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    const stored = await repository.lockNote(tx, { ...place });
    if (!stored) throw new Problem('record.not-found');
    await repository.deleteNote(tx, { ...place });
    const { companyName, authorName } = stored;
    const facts = { companyId: place.companyId, companyName, action: 'companyNotes.delete', author: authorName };
    await recordAudit(tx, toEntry(context, clock.now(), facts));
  });
}
