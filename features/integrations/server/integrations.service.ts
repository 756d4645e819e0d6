import type { Uses } from '#server/portal/portal.ts';
import { randomUUID } from 'node:crypto';
import type { IntegrationForm, IntegrationUpdate } from '#features/integrations/contract/integration-forms.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { identifierFields } from '#features/integrations/contract/vendor-facts.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { refuseOtherId } from '#server/lib/request/parse-body.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { untested } from './stored-health.ts';
import { parseText, parseValues, refuseChangedKind, refuseStrayPassword } from './integrations.policy.ts';
import * as repository from './integrations.repository.ts';
import { toAudited, toIntegration, type StoredIntegration } from './stored-integration.ts';

export async function listIntegrations(
  { database, brandProvider }: Uses<'database' | 'brandProvider'>,
  actor: Actor,
): Promise<Integration[]> {
  const stored = await database.inCompany.read(actor.companyId, repository.listIntegrations);
  return stored.map((each) => toIntegration(each, { holder: actor, brandProvider }));
}

/** @throws Problem `record.not-found` */
export async function getIntegration(
  { database, brandProvider }: Uses<'database' | 'brandProvider'>,
  actor: Actor,
  id: string,
): Promise<Integration> {
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.findIntegration(tx, { id }));
  if (!stored) throw new Problem('record.not-found');
  return toIntegration(stored, { holder: actor, brandProvider });
}

/** A repeated idempotency key gets the first answer. @throws Problem `integrations.unique-id-taken` */
export async function createIntegration(
  { database, secretBox, brandProvider, clock }: Uses<'database' | 'secretBox' | 'brandProvider' | 'clock'>,
  context: CallContext,
  form: IntegrationForm,
  idempotencyKey: string | undefined,
): Promise<Integration> {
  const { actor } = context;
  const { companyId } = actor;
  const values = {
    ...parseValues(form, brandProvider),
    uniqueId: parseText(form.uniqueId) ?? '',
    status: form.status,
  };
  return database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, 'integrations.manage');
    const [id, now] = [randomUUID(), clock.now()];
    return createRecord(tx, {
      ...toAuditedKind(brandProvider),
      context,
      now,
      action: 'integrations.create',
      idempotencyKey,
      // Without the password, because the stored hash of the request would allow to guess it.
      request: { ...form, password: undefined },
      create: () => {
        const password = secretBox.seal(form.password ?? '', { companyId, recordId: id });
        return repository.createIntegration(tx, { ...values, id, password }, now);
      },
      toAnswer: (made) => toIntegration(made, { holder: actor, brandProvider }),
    });
  });
}

/** @throws Problem `record.not-found`, `record.stale`, `request.invalid` */
export async function updateIntegration(
  portal: Uses<'database' | 'secretBox' | 'brandProvider' | 'clock'>,
  context: CallContext,
  id: string,
  update: IntegrationUpdate,
): Promise<Integration> {
  const { database, brandProvider, clock } = portal;
  const viewer = { holder: context.actor, brandProvider };
  return database.inCompany(context.actor.companyId, async (tx) => {
    const now = clock.now();
    const saved = await changeRecord(tx, {
      ...toAuditedKind(brandProvider),
      context,
      now,
      action: 'integrations.update',
      lock: () => lock(tx, context, id),
      version: update.version,
      toVisible: (stored) => toIntegration(stored, viewer),
      allow: (stored) => {
        refuseOtherId(update, id);
        refuseChangedKind(update, stored, brandProvider);
      },
      write: (stored) => {
        const change = toChange(portal, context, { update, stored });
        return repository.updateIntegration(tx, { ...stored, ...change, now });
      },
      alsoAudited: parseText(update.password) === null ? {} : { signInReplaced: true },
    });
    return toIntegration(saved, viewer);
  });
}

interface Save {
  readonly update: IntegrationUpdate;
  readonly stored: StoredIntegration;
}

const connectionFields = ['url', 'hostname', 'port', 'client', 'username', ...identifierFields] as const;

/** The new values. A change of the connection clears the test result, because the result belongs to the tested values. */
function toChange(
  { secretBox, brandProvider }: Uses<'secretBox' | 'brandProvider'>,
  { actor }: CallContext,
  { update, stored }: Save,
) {
  const read = parseValues(update, brandProvider);
  const serviceName = parseText(update.serviceName) ?? stored.serviceName;
  // An integration without a name of its own follows the name of its service.
  const nameBefore = stored.name === stored.serviceName ? serviceName : stored.name;
  const values = {
    ...read,
    serviceName,
    name: parseText(update.name) ?? nameBefore,
    category: update.category ?? stored.category,
    status: update.status ?? stored.status,
  };
  const typed = parseText(update.password);
  if (typed === null) refuseStrayPassword(values, stored);
  const isSame = connectionFields.every((name) => stored[name] === values[name]);
  return {
    ...values,
    ...(typed !== null && {
      password: secretBox.seal(typed, { companyId: actor.companyId, recordId: stored.id }),
    }),
    ...((typed !== null || !isSame) && untested),
  };
}

/** Deletes the integration with its password and frees its unique ID. */
export async function deleteIntegration(
  { database, brandProvider, clock }: Uses<'database' | 'brandProvider' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  await deleteIntegrations({ database, brandProvider, clock }, context, [id]);
}

/** Deletes all of the integrations or none. @throws Problem `record.not-found` */
export async function deleteIntegrations(
  { database, brandProvider, clock }: Uses<'database' | 'brandProvider' | 'clock'>,
  context: CallContext,
  ids: readonly string[],
): Promise<string[]> {
  // In one order, so that two calls do not wait for each other.
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();
  const now = clock.now();
  await database.inCompany(context.actor.companyId, async (tx) => {
    for (const id of wanted) {
      await deleteRecord(tx, {
        ...toAuditedKind(brandProvider),
        context,
        now,
        action: 'integrations.delete',
        lock: () => lock(tx, context, id),
        delete: () => repository.deleteIntegration(tx, { id }),
      });
    }
  });
  return wanted;
}

async function lock(tx: CompanyTransaction, { actor }: CallContext, id: string) {
  await confirmActor(tx, actor, 'integrations.manage');
  return repository.lockIntegration(tx, { id });
}

/** How the audit log shows integrations. */
const toAuditedKind = (brandProvider: string) => ({
  toSubject: toAuditSubject,
  toFields: (stored: StoredIntegration) => toAudited(stored, brandProvider),
});

/** The subject of an integration's audit entries. */
export function toAuditSubject({ id, name }: Pick<StoredIntegration, 'id' | 'name'>) {
  return { entity: 'integration', entityId: id, entityLabel: name };
}
