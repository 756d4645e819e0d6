import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { IntegrationTest } from '#features/integrations/contract/integration-forms.ts';
import type { TestReport } from '#features/integrations/contract/integrations.ts';
import { identifierFields } from '#features/integrations/contract/vendor-facts.ts';
import { recordAudit } from '#server/records/audit.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { createKeyedLimiter, createLimiter, type KeyedLimiter, type Limiter } from '#server/lib/concurrency/limiter.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { ConnectionTarget } from '#server/outside/assistants/assistants.ts';
import { parseText, parseValues, refuseChangedKind, refuseStrayPassword } from './integrations.policy.ts';
import { recordTest } from './health.service.ts';
import { findIntegration } from './integrations.repository.ts';
import type { IntegrationValues, StoredIntegration } from './stored-integration.ts';

/** Target of a test, and its subject in the audit log. `stored` where the outcome is noted. */
interface PlannedTest {
  readonly target: ConnectionTarget;
  readonly subject: { readonly id: string; readonly name: string };
  readonly stored?: StoredIntegration;
}

const maxRunningOfCompany = 4;
const maxRunning = 16;

/** Tests of typed and of stored values. A few at a time (`request.too-many`), and no transaction waits for them. */
export const connectionTests = perPortal(
  (portal: Uses<'database' | 'secretBox' | 'testConnection' | 'brandProvider' | 'clock'>) => {
    const limits = { all: createLimiter(maxRunning), ofCompany: createKeyedLimiter(maxRunningOfCompany) };
    return {
      /** With the id of a stored integration an empty password stands for the stored one, as a save would keep it. */
      testTyped: (context: CallContext, body: IntegrationTest) =>
        runTest(portal, limits, context, (tx) => planTyped(portal, tx, context, body)),
      /** Notes the outcome, unless the integration is changed meanwhile. */
      testStored: (context: CallContext, id: string) =>
        runTest(portal, limits, context, async (tx) => {
          const stored = await find(tx, id);
          const password = openPassword(portal, context.actor.companyId, stored);
          return { target: toTarget(stored, password), subject: stored, stored };
        }),
    };
  },
);

type Plan = (tx: CompanyTransaction) => Promise<PlannedTest>;

/** A test never waits for another one, because a running one ends within seconds. */
async function runTest(
  portal: Uses<'database' | 'testConnection' | 'clock'>,
  { all, ofCompany }: { readonly all: Limiter; readonly ofCompany: KeyedLimiter },
  context: CallContext,
  plan: Plan,
): Promise<TestReport> {
  const test = () => planAndTest(portal, context, plan);
  const ran = await ofCompany.tryRun(context.actor.companyId, () => all.tryRun(test, 0), 0);
  if (!ran?.result) throw new Problem('request.too-many', { retryAfterSeconds: 5 });
  return ran.result.result;
}

async function planAndTest(
  { database, testConnection, clock }: Uses<'database' | 'testConnection' | 'clock'>,
  context: CallContext,
  plan: Plan,
): Promise<TestReport> {
  const { companyId } = context.actor;
  const planned = await database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'integrations.manage');
    return plan(tx);
  });
  const steps = await testConnection(planned.target);
  const at = clock.now();
  const ok = steps.every(({ outcome }) => outcome !== 'failed');
  await database.inCompany(companyId, async (tx) => {
    const { stored } = planned;
    if (stored) await recordTest(tx, { tested: stored, steps, at, requestId: context.requestId });
    await recordAudit(tx, {
      ...toAuditStamp(context, at),
      action: 'integrations.test',
      entity: 'integration',
      entityId: planned.subject.id,
      entityLabel: planned.subject.name,
      after: {
        host: toHost(planned.target),
        outcome: ok ? 'connected' : 'failed',
        failedStep: steps.find(({ outcome }) => outcome === 'failed')?.step ?? null,
      },
    });
  });
  return { ok, at: at.toISOString(), steps: [...steps] };
}

async function planTyped(
  portal: Uses<'secretBox' | 'brandProvider'>,
  tx: CompanyTransaction,
  context: CallContext,
  body: IntegrationTest,
): Promise<PlannedTest> {
  const values = parseValues(body, portal.brandProvider);
  const typed = parseText(body.password);
  const stored = body.id === undefined ? undefined : await find(tx, body.id);
  if (stored) refuseChangedKind(body, stored, portal.brandProvider);
  const subject = { id: stored?.id ?? parseText(body.uniqueId) ?? 'new', name: values.name };
  if (!stored || typed !== null) return { target: toTarget(values, typed ?? ''), subject };
  refuseStrayPassword(values, stored);
  return { target: toTarget(values, openPassword(portal, context.actor.companyId, stored)), subject };
}

async function find(tx: CompanyTransaction, id: string): Promise<StoredIntegration> {
  const stored = await findIntegration(tx, { id });
  if (!stored) throw new Problem('record.not-found');
  return stored;
}

export function openPassword({ secretBox }: Uses<'secretBox'>, companyId: string, stored: StoredIntegration): string {
  return secretBox.open(stored.password, { companyId, recordId: stored.id });
}

type Connection = Omit<IntegrationValues, 'uniqueId' | 'status'>;

export function toTarget(connection: Connection, password: string): ConnectionTarget {
  const { provider: vendor, service, url, hostname, port, client, username } = connection;
  const identifiers = identifierFields.map((name) => [name, connection[name] ?? undefined] as const);
  return {
    vendor,
    service,
    url: url ?? undefined,
    hostname: hostname ?? undefined,
    port: port ?? undefined,
    client: client ?? undefined,
    username: username ?? undefined,
    password,
    identifiers: Object.fromEntries(identifiers),
  };
}

/** With its port, for the audit log; of an address no more, because its path and query may hold anything. */
function toHost({ url, hostname, port, identifiers }: ConnectionTarget): string {
  if (url !== undefined) return new URL(url).host;
  return hostname === undefined ? (identifiers.region ?? '') : `${hostname}:${port}`;
}
