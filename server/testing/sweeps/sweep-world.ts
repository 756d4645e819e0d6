import { randomUUID } from 'node:crypto';
import type { Role, RoleHolder } from '#contract/capabilities.ts';
import { runSql } from '../sql/run-sql.ts';
import { buildUser } from '../../database/testing/builders.ts';
import { addConversations, addSkill, showAll } from '#domain/conversations/testing/conversation-rows.ts';
import { makePendingCompany } from '../pending-company.ts';
import { makeReservation } from '#features/money/server/authorize/testing/make-reservation.ts';
import { makeCertificate } from '#features/intake/server/testing/make-certificate.ts';
import { makeRowFile } from '#features/protection/server/exports/testing/make-row-file.ts';
import { makeExport } from '#features/protection/server/privacy/testing/make-export.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { makeImport } from '#features/intake/server/testing/make-import.ts';
import { makeLogView } from '#features/conversation-log/server/testing/make-log-view.ts';
import { grantIntegrations, makeDeletedInvoice, makeIntegration, makeInvoice, makeSentMail } from './make-records.ts';
import { makeMailReport } from './make-mail-report.ts';
import { makeSkills } from './make-reported.ts';
import type { TestPortal, TestUser } from '../test-portal.ts';
import { makeSupportRequest } from './make-support-request.ts';
import { makeIntakeKey, makeIntakeSenders, type IntakeSenders } from './intake-senders.ts';

/** A signed-in caller. `headers` change with each sign-in. */
export interface SweepCaller {
  readonly name: string;
  readonly holder: RoleHolder;
  readonly user: TestUser;
  /** The company acted in. */
  readonly companyId: string;
  headers: Record<string, string>;
}

/** Whether the caller is a user of the provider who acts in a customer. */
export const isInCustomer = ({ user, companyId }: SweepCaller) => user.companyId !== companyId;

interface SweptCompany {
  readonly id: string;
  readonly superAdmin: TestUser;
  readonly fileKey: string;
  readonly intakeKeyId: string;
  readonly skillId: string;
  readonly reportedSkillId: string;
  readonly reportedUserId: string;
  readonly attributeId: string;
  readonly attributeValueId: string;
  readonly conversationId: string;
  readonly reservation: string;
  readonly invoiceId: string;
  readonly deletedInvoiceId: string;
  readonly sentMailId: string;
  readonly mailReportId: string;
  readonly logViewId: string;
  readonly integrationId: string;
  readonly supportRequestId: string;
  readonly exportId: string;
  readonly rowFileId: string;
  readonly logImportId: string;
  readonly erasureId: string;
}

/** Two companies and the provider, with a user of every role. */
export interface SweepWorld {
  readonly portal: TestPortal;
  readonly own: SweptCompany;
  readonly other: SweptCompany;
  readonly callers: readonly SweepCaller[];
  readonly superAdmin: SweepCaller;
  readonly providerSuperAdmin: SweepCaller;
  /** For the company `own`. */
  readonly senders: IntakeSenders;
  /** Creates a user to be deleted. */
  makeVictim(companyId: string): Promise<string>;
  /** Creates an intake key to be rotated or revoked. */
  makeKey(companyId: string): Promise<string>;
  /** Creates an invoice to be updated or deleted. */
  makeInvoice(companyId: string): Promise<string>;
  /** Creates a deleted invoice of a month with usage, to be issued again. */
  makeDeletedInvoice(companyId: string): Promise<string>;
  /** Creates a skill to be updated or deleted. */
  makeSkill(companyId: string): Promise<string>;
  /** Creates an integration to be updated or deleted. */
  makeIntegration(companyId: string): Promise<{ id: string; uniqueId: string }>;
  /** Creates a support request to be deleted. */
  makeSupportRequest(companyId: string): Promise<string>;
  /** Creates a report of a user. */
  makeMailReport(companyId: string, userId: string): Promise<string>;
  /** Creates a mail of the history. */
  makeSentMail(companyId: string): Promise<string>;
  /** Creates a reservation to be committed or released. */
  makeReservation(companyId: string): Promise<string>;
  /** Signs a caller in again after a call that ended the session. */
  renew(caller: SweepCaller): Promise<void>;
  /** Deletes all counted attempts, so that thousands of refused calls block no caller. */
  forgetAttempts(): Promise<void>;
}

/** The roles of the callers beside the SuperAdmins, so that a new role without a caller does not compile. */
const rolesOfCallers: Readonly<Record<Exclude<Role, 'SuperAdmin'>, Role[]>> = {
  Admin: ['Admin'],
  User: ['User'],
  TechnicalUser: ['User', 'TechnicalUser'],
};

export async function makeSweepWorld(portal: TestPortal): Promise<SweepWorld> {
  const own = await makeSweptCompany(portal);
  const other = await makeSweptCompany(portal);
  const provider = await portal.makeCompany({ isProvider: true, hasAddress: true });
  const makeSweptUser = async (name: string, roles: Role[]) =>
    toCaller(name, await portal.makeUser(own.id, { roles }), { roles, isProvider: false });
  const superAdmin = toCaller('SuperAdmin', own.superAdmin, { roles: ['SuperAdmin'], isProvider: false });
  const providerHolder: RoleHolder = { roles: ['SuperAdmin'], isProvider: true };
  const providerSuperAdmin = toCaller('SuperAdmin of the provider', provider.superAdmin, providerHolder);
  const guest = toCaller('SuperAdmin of the provider, in the company', provider.superAdmin, providerHolder, own.id);
  const callers = [
    superAdmin,
    ...(await Promise.all(Object.entries(rolesOfCallers).map(([name, roles]) => makeSweptUser(name, roles)))),
    providerSuperAdmin,
    guest,
  ];
  const { companyId: pendingId } = await makePendingCompany(portal);
  const senders = await makeIntakeSenders(portal, own.id, { otherId: other.id, pendingId });
  await grantIntegrations(portal, own.id);
  return {
    portal,
    own,
    other,
    callers,
    superAdmin,
    providerSuperAdmin,
    senders,
    makeVictim: async (companyId) => (await buildUser(portal.database, companyId)).id,
    makeKey: async (companyId) => (await makeIntakeKey(portal, companyId, { name: randomUUID() })).id,
    makeInvoice: (companyId) => makeInvoice(portal, companyId),
    makeDeletedInvoice: (companyId) => makeDeletedInvoice(portal, companyId),
    makeSkill: async (companyId) => (await addSkill(portal.database, companyId, randomUUID())).id,
    makeIntegration: (companyId) => makeIntegration(portal, companyId),
    makeSupportRequest: (companyId) => makeSupportRequest(portal, companyId),
    makeMailReport: (companyId, userId) => makeMailReport(portal, companyId, userId),
    makeSentMail: (companyId) => makeSentMail(portal, companyId),
    makeReservation: (companyId) => makeReservation(portal, companyId),
    renew: (caller) => renew(portal, callers, caller),
    forgetAttempts: async () => {
      await portal.database.systemPool.query('delete from identity.attempts');
    },
  };
}

async function makeSweptCompany(portal: TestPortal): Promise<SweptCompany> {
  const { id, superAdmin } = await portal.makeCompany({ hasAddress: true });
  const key = newFileKey();
  const { id: intakeKeyId } = await makeIntakeKey(portal, id, { name: 'Production' });
  const picture = Buffer.from('a picture');
  await portal.adapters.files.put({ companyId: id, key }, picture, 'image/png');
  await portal.database.inCompany(id, (tx) =>
    runSql(tx, `insert into files (key, purpose, content_type) values ($1, 'logo', 'image/png')`, [key]),
  );
  const startedAt = portal.clock.now().toISOString();
  const stored = await addConversations(portal.database, id, [{ startedAt, apiCalls: 2 }]);
  const [conversationId = ''] = await showAll(portal.database, id, stored);
  const invoiceId = await makeInvoice(portal, id);
  const deletedInvoiceId = await makeDeletedInvoice(portal, id);
  const sentMailId = await makeSentMail(portal, id);
  const { id: integrationId } = await makeIntegration(portal, id);
  const [reservation, supportRequestId] = [await makeReservation(portal, id), await makeSupportRequest(portal, id)];
  const kept = {
    fileKey: key,
    intakeKeyId,
    conversationId,
    invoiceId,
    deletedInvoiceId,
    sentMailId,
    mailReportId: await makeMailReport(portal, id, superAdmin.id),
    logViewId: await makeLogView(portal, id, superAdmin.id),
    integrationId,
    reservation,
    supportRequestId,
    exportId: await makeExport(portal, id),
    rowFileId: await makeRowFile(portal, superAdmin),
    logImportId: await makeImport(portal, id),
    erasureId: await makeCertificate(portal, id),
  };
  return { id, superAdmin, ...kept, ...(await makeSkills(portal, id)) };
}

function toCaller(name: string, user: TestUser, holder: RoleHolder, actsIn?: string): SweepCaller {
  const companyId = actsIn ?? user.companyId;
  return { name, user, holder, companyId, headers: toHeaders(user.token, user.cookie, actsIn) };
}

function toHeaders(token: string, cookie: string, actsIn?: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, cookie, ...(actsIn === undefined ? {} : { 'x-company': actsIn }) };
}

/** Gives the new session to all callers of the account. */
async function renew(portal: TestPortal, callers: readonly SweepCaller[], { user }: SweepCaller): Promise<void> {
  const cookie = await portal.signIn(user.email);
  const token = await portal.fetchToken(cookie);
  for (const caller of callers.filter((each) => each.user.accountId === user.accountId)) {
    const actsIn = caller.companyId === user.companyId ? undefined : caller.companyId;
    caller.headers = toHeaders(token, cookie, actsIn);
  }
}

/**
 * All rows of a company in all company tables as one text. The provider's skills, which the company sees, are not its
 * rows.
 */
export async function takeSnapshot({ portal }: SweepWorld, companyId: string): Promise<string> {
  return portal.database.inCompany(companyId, async (tx) => {
    const tables = await runSql<{ name: string }>(
      tx,
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'company_id'
        and has_table_privilege(c.oid, 'select')
      order by c.relname`,
    );
    const contents: string[] = [];
    for (const { name } of [...tables, { name: 'companies' }]) {
      const column = name === 'companies' ? 'id' : 'company_id';
      const rows = await runSql(
        tx,
        `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows
          from ${name} t where t.${column} = $1`,
        [companyId],
      );
      contents.push(`${name}: ${JSON.stringify(rows)}`);
    }
    return contents.join('\n');
  });
}
