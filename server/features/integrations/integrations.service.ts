import { randomUUID } from 'node:crypto';
import type { IntegrationForm, IntegrationUpdate } from '#contract/integrations/integration-forms.ts';
import type { Integration } from '#contract/integrations/integrations.ts';
import { identifierFields } from '#contract/integrations/vendors.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { createOnce } from '../../records/idempotency.ts';
import type { Database } from '../../database/open-database.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { refuseOtherId } from '../../lib/request/parse-body.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { SecretBox } from '../../lib/crypto/secret-box.ts';
import type { Clock } from '../../outside/clock.ts';
import { readText, readValues, refuseChangedKind, refuseStrayPassword } from './integrations.policy.ts';
import * as repository from './integrations.repository.ts';
import { toAudited, toIntegration } from './stored-integration.ts';
import type { StoredIntegration } from './stored-integration.ts';

export interface IntegrationsDependencies {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly brandProvider: string;
  readonly clock: Clock;
}

export async function listIntegrations(
  { database, brandProvider }: IntegrationsDependencies,
  actor: Actor,
): Promise<Integration[]> {
  const stored = await database.readCompany(actor.companyId, repository.listIntegrations);
  return stored.map((each) => toIntegration(each, { holder: actor, brandProvider }));
}

/** @throws Problem `record.not-found` */
export async function getIntegration(
  { database, brandProvider }: IntegrationsDependencies,
  actor: Actor,
  id: string,
): Promise<Integration> {
  const stored = await database.readCompany(actor.companyId, (tx) => repository.findIntegration(tx, id));
  if (!stored) throw new Problem('record.not-found');
  return toIntegration(stored, { holder: actor, brandProvider });
}

/** A repeated idempotency key gets the first answer. @throws Problem `integrations.unique-id-taken` */
export async function createIntegration(
  { database, secretBox, brandProvider, clock }: IntegrationsDependencies,
  context: CallContext,
  form: IntegrationForm,
  idempotencyKey: string | undefined,
): Promise<Integration> {
  const { actor } = context;
  const { companyId } = actor;
  const values = {
    ...readValues(form, brandProvider),
    uniqueId: readText(form.uniqueId) ?? '',
    status: form.status,
  };
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, 'integrations.manage');
    const create = async () => {
      const now = clock.now();
      const id = randomUUID();
      const password = secretBox.seal(form.password ?? '', { companyId, recordId: id });
      const made = await repository.createIntegration(tx, { ...values, id, password }, now);
      await recordAudit(tx, {
        ...toAuditSubject(made),
        ...toAuditStamp(context, now),
        action: 'integrations.create',
        after: toAudited(made, brandProvider),
      });
      return toIntegration(made, { holder: actor, brandProvider });
    };
    // Without the password, because the stored hash of the request would allow to guess it.
    const request = { ...form, password: undefined };
    return createOnce(tx, { key: idempotencyKey, operation: 'integrationsCreate', request, now: clock.now() }, create);
  });
}

/** @throws Problem `record.not-found`, `record.stale`, `request.invalid` */
export async function updateIntegration(
  dependencies: IntegrationsDependencies,
  context: CallContext,
  id: string,
  update: IntegrationUpdate,
): Promise<Integration> {
  const { database, brandProvider, clock } = dependencies;
  const viewer = { holder: context.actor, brandProvider };
  return database.withCompany(context.actor.companyId, async (tx) => {
    const stored = await lock(tx, context, id);
    refuseOtherId(update, id);
    if (update.version !== undefined && update.version !== stored.version) {
      throw new Problem('record.stale', { current: toIntegration(stored, viewer) });
    }
    refuseChangedKind(update, stored, brandProvider);
    const now = clock.now();
    const saved = await repository.updateIntegration(
      tx,
      { ...stored, ...toChange(dependencies, context, { update, stored }) },
      now,
    );
    const isReplaced = readText(update.password) !== null;
    await recordAudit(tx, {
      ...toAuditSubject(saved),
      ...toAuditStamp(context, now),
      action: 'integrations.update',
      before: toAudited(stored, brandProvider),
      after: { ...toAudited(saved, brandProvider), ...(isReplaced && { credentialsReplaced: true }) },
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
  { secretBox, brandProvider }: IntegrationsDependencies,
  { actor }: CallContext,
  { update, stored }: Save,
) {
  const read = readValues(update, brandProvider);
  const serviceName = readText(update.serviceName) ?? stored.serviceName;
  // An integration without a name of its own follows the name of its service.
  const nameBefore = stored.name === stored.serviceName ? serviceName : stored.name;
  const values = {
    ...read,
    serviceName,
    name: readText(update.name) ?? nameBefore,
    category: update.category ?? stored.category,
    status: update.status ?? stored.status,
  };
  const typed = readText(update.password);
  if (typed === null) refuseStrayPassword(values, stored);
  const isSame = connectionFields.every((name) => stored[name] === values[name]);
  return {
    ...values,
    ...(typed !== null && {
      password: secretBox.seal(typed, { companyId: actor.companyId, recordId: stored.id }),
    }),
    ...((typed !== null || !isSame) && { testedAt: null, testOk: null }),
  };
}

/** Deletes the integration with its password and frees its unique ID. */
export async function deleteIntegration(
  { database, brandProvider, clock }: IntegrationsDependencies,
  context: CallContext,
  id: string,
): Promise<void> {
  await database.withCompany(context.actor.companyId, async (tx) => {
    const stored = await lock(tx, context, id);
    await repository.deleteIntegration(tx, id);
    await recordAudit(tx, {
      ...toAuditSubject(stored),
      ...toAuditStamp(context, clock.now()),
      action: 'integrations.delete',
      before: toAudited(stored, brandProvider),
    });
  });
}

async function lock(tx: CompanyTransaction, { actor }: CallContext, id: string): Promise<StoredIntegration> {
  await confirmActor(tx, actor, 'integrations.manage');
  const stored = await repository.lockIntegration(tx, id);
  if (!stored) throw new Problem('record.not-found');
  return stored;
}

/** The subject of an integration's audit entries. */
export function toAuditSubject({ id, name }: Pick<StoredIntegration, 'id' | 'name'>) {
  return { entity: 'integration', entityId: id, entityLabel: name };
}
