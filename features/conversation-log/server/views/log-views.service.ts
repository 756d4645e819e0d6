import { isDeepStrictEqual } from 'node:util';
import type { Uses } from '#server/portal/portal.ts';
import type { LogView, LogViewChange, LogViewForm } from '#features/conversation-log/contract/log-views.ts';
import { maxSharedViews, maxViewsOfUser } from '#features/conversation-log/contract/view-values.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { allowVersion, changeRecord, type AuditedKind } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import { createOnce } from '#server/records/idempotency.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { isUuid } from '#contract/uuid.ts';
import * as repository from './log-views.repository.ts';
import type { StoredView } from './log-views.repository.ts';
import {
  allowChange,
  allowDeletion,
  allowSharing,
  canDeleteView,
  getOwner,
  isOwnView,
  isShared,
  mayUse,
  toViewerId,
} from './log-views.policy.ts';
import { hasUnknown, listIds, maskFilters, readFilters, toAuditedFilters } from './stored-filters.ts';

/** The views that the actor saved, then those that others share, as they are stored. */
export async function listStoredViews(tx: CompanyTransaction, actor: Actor): Promise<StoredView[]> {
  const stored = await repository.listViews(tx, { viewerId: toViewerId(actor) });
  return stored.filter((view) => isOwnView(actor, view) || mayUse(actor, view.filters));
}

export async function listViews(portal: Uses<'database' | 'workers'>, actor: Actor): Promise<LogView[]> {
  const stored = await portal.database.inCompany.read(actor.companyId, (tx) => listStoredViews(tx, actor));
  return toLogViews(portal, actor, stored);
}

async function toLogViews(
  { database, workers }: Uses<'database' | 'workers'>,
  actor: Actor,
  stored: readonly StoredView[],
): Promise<LogView[]> {
  const views = stored.map((view) => ({ view, ...readFilters(view.filters) }));
  const named = views.map(({ filters }) => ({ users: listIds(filters.users), skills: listIds(filters.skills) }));
  const known = await database.inCompany.read(actor.companyId, (tx) => getKnownIds(tx, named));
  return renderMasked(workers, actor, ({ maskText }) =>
    views.map(({ view, filters, hasLost }, place) => ({
      id: view.id,
      name: view.name,
      filters: maskFilters(filters, maskText),
      isShared: isShared(view),
      owner: view.firstName === null ? null : `${view.firstName} ${view.lastName ?? ''}`.trim(),
      isOwn: isOwnView(actor, view),
      canDelete: canDeleteView(actor, view),
      lost: [
        ...(hasLost ? ['filter' as const] : []),
        ...(hasUnknown(named[place]?.users ?? [], known.users) ? ['user' as const] : []),
        ...(hasUnknown(named[place]?.skills ?? [], known.skills) ? ['skill' as const] : []),
      ],
      version: view.version,
    })),
  );
}

const keepUuids = (ids: readonly string[]) => [...new Set(ids.filter(isUuid))];

async function getKnownIds(
  tx: CompanyTransaction,
  named: ReadonlyArray<{ readonly users: readonly string[]; readonly skills: readonly string[] }>,
) {
  const users = keepUuids(named.flatMap((each) => each.users));
  const skills = keepUuids(named.flatMap((each) => each.skills));
  if (users.length + skills.length === 0) return { users: new Set<string>(), skills: new Set<string>() };
  const known = await repository.getKnownIds(tx, { users, skills });
  return { users: new Set(known.users), skills: new Set(known.skills) };
}

async function toLogView(portal: Uses<'database' | 'workers'>, actor: Actor, stored: StoredView): Promise<LogView> {
  const [view] = await toLogViews(portal, actor, [stored]);
  if (!view) throw new Error('A stored view is not shown.');
  return view;
}

/** How the audit log shows shared views; private ones are not in it. */
const auditedView: AuditedKind<StoredView> = {
  toSubject: ({ id, name }) => ({ entity: 'logView', entityId: id, entityLabel: name }),
  toFields: (stored) => ({ name: stored.name, shared: isShared(stored), filters: toAuditedFilters(stored.filters) }),
};

/** @throws Problem `log-views.name-taken`, `log-views.limit`, `log-views.shared-limit`, `log-views.sharing`, `log-views.guest` */
export async function createView(
  portal: Uses<'database' | 'workers' | 'clock'>,
  context: CallContext,
  form: LogViewForm,
  idempotencyKey: string | undefined,
): Promise<LogView> {
  const { actor } = context;
  const now = portal.clock.now();
  const ownerId = getOwner(actor);
  const creation = { ...auditedView, context, now, action: 'logViews.create', idempotencyKey, request: form };
  const stored = await portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmForm(tx, actor, form);
    const create = async () => {
      await allowRoom(tx, { ownerId, isNew: true, becomesShared: form.isShared });
      const values = { ...toValues(form, ownerId), filters: form.filters };
      return repository.createView(tx, { ...values, ownerId, createdAt: now, updatedAt: now });
    };
    if (form.isShared) return createRecord(tx, { ...creation, create, toAnswer: (created) => created });
    return createOnce(tx, { key: idempotencyKey, operation: creation.action, request: form, now }, create);
  });
  return toLogView(portal, actor, stored);
}

/** @throws Problem `record.not-found`, `record.stale`, `log-views.name-taken`, `log-views.shared-limit`, `log-views.sharing`, `log-views.not-own` */
export async function updateView(
  portal: Uses<'database' | 'workers' | 'clock'>,
  context: CallContext,
  form: LogViewChange & { readonly id: string },
): Promise<LogView> {
  try {
    return await toLogView(portal, context.actor, await changeView(portal, context, form));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'record.stale') throw error;
    throw new Problem('record.stale', { current: await toLogView(portal, context.actor, error.current as StoredView) });
  }
}

function changeView(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, version, ...form }: LogViewChange & { readonly id: string },
): Promise<StoredView> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmForm(tx, actor, form);
    // Before the row, as a creation takes both.
    await repository.lockViews(tx);
    const stored = await repository.lockView(tx, { id, viewerId: toViewerId(actor) });
    if (!stored) throw new Problem('record.not-found');
    const { filters = stored.filters } = form;
    const toVisible = (visible: StoredView) => visible;
    const write = async (before: StoredView) => {
      const ownerId = getOwner(actor);
      await allowRoom(tx, { ownerId, isNew: false, becomesShared: form.isShared && !isShared(before) });
      return repository.updateView(tx, { ...toValues(form, ownerId), filters, id, now });
    };
    allowChange(actor, stored);
    if (form.isShared || isShared(stored)) {
      const isSame = isDeepStrictEqual(filters, stored.filters);
      return changeRecord<StoredView>(tx, {
        ...auditedView,
        context,
        now,
        action: 'logViews.update',
        lock: () => Promise.resolve(stored),
        version,
        toVisible,
        write,
        // The number of texts may be the same.
        ...(!isSame && { alsoAudited: { filtersReplaced: true } }),
      });
    }
    allowVersion(stored, version, toVisible);
    return write(stored);
  });
}

/** @throws Problem `record.not-found`, `log-views.not-own` */
export async function deleteView(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  await database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'transcripts.read-own');
    const stored = await repository.lockView(tx, { id, viewerId: toViewerId(actor) });
    if (!stored) throw new Problem('record.not-found');
    if (!isOwnView(actor, stored)) await confirmActor(tx, actor, 'rights.manage');
    if (!isShared(stored)) return void (await repository.deleteView(tx, { id }));
    await deleteRecord(tx, {
      ...auditedView,
      context,
      now: clock.now(),
      action: 'logViews.delete',
      lock: () => Promise.resolve(stored),
      allow: (each) => allowDeletion(actor, each),
      delete: async () => void (await repository.deleteView(tx, { id })),
    });
  });
}

async function confirmForm(tx: CompanyTransaction, actor: Actor, form: Pick<LogViewForm, 'isShared'>): Promise<void> {
  if (form.isShared) allowSharing(actor);
  await confirmActor(tx, actor, form.isShared ? 'transcripts.read-all' : 'transcripts.read-own');
}

const toValues = (form: Pick<LogViewForm, 'name' | 'isShared'>, ownerId: string) => ({
  name: form.name.trim(),
  privateTo: form.isShared ? null : ownerId,
});

interface Room {
  readonly ownerId: string;
  readonly isNew: boolean;
  readonly becomesShared: boolean;
}

/** @throws Problem `log-views.limit`, `log-views.shared-limit` */
async function allowRoom(tx: CompanyTransaction, { ownerId, isNew, becomesShared }: Room): Promise<void> {
  await repository.lockViews(tx);
  const { own, shared } = await repository.countViews(tx, { ownerId });
  if (isNew && own >= maxViewsOfUser) throw new Problem('log-views.limit');
  if (becomesShared && shared >= maxSharedViews) throw new Problem('log-views.shared-limit');
}
