import type { Role } from '#contract/capabilities.ts';
import { toSapId, type DemoCompany } from '../../demo-assistant/demo-companies.ts';
import { recordAudit } from '../records/audit.ts';
import { insertValues } from '../sql/columns.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, text, textOf, uuid, type ParamsOf } from '../sql/types.ts';

const seedLockKey = 7_283_914_003;

const lockSeedStatement = systemStatement({
  text: 'select from (select pg_advisory_xact_lock($key)) locked',
  params: { key: integer },
});
const isEmptyStatement = systemStatement({
  text: 'select not exists (select from companies) as "isEmpty"',
  row: { isEmpty: boolean },
});

/** Whether there is no company. The lock makes instances that start together seed the demo once. */
export async function isEmpty(tx: SystemTransaction): Promise<boolean> {
  await tx.run(lockSeedStatement, { key: seedLockKey });
  return (await tx.get(isEmptyStatement)).isEmpty;
}

/** The hashes of these accounts' passwords. */
export const listPasswordHashes = systemStatement.list({
  text: `
    select c.password as "hash" from identity.accounts a join identity.credentials c on c.account_id = a.id
    where a.email = any($emails::text[]) and c.password is not null`,
  params: { emails: array(text) },
  row: { hash: nullable(text) },
});

const createCompanyStatement = systemStatement({
  text: `
    insert into companies (name, is_provider, vat_number, country, address_1, city, zip, created_at, updated_at)
    values ($name, $isProvider, $vatNumber, $country, $address1, $city, $zip, $now, $now) returning id`,
  params: {
    name: text,
    isProvider: boolean,
    vatNumber: text,
    country: text,
    address1: text,
    city: text,
    zip: text,
    now: instant,
  },
  row: { id: uuid },
});

const createSettingsStatement = systemStatement({
  text: 'insert into notification_settings (company_id, announcements, updated_at) values ($companyId, true, $now)',
  params: { companyId: uuid, now: instant },
});

const timestamps = { createdAt: instant, updatedAt: instant };

const user = {
  ...timestamps,
  companyId: uuid,
  accountId: uuid,
  email: text,
  firstName: text,
  lastName: text,
  company: text,
  sapId: text,
  department: nullable(text),
  costCentre: nullable(text),
  roles: array(textOf<Role>()),
  cameInAt: nullable(instant),
};
const createUserStatement = systemStatement({
  text: `insert into users ${insertValues(user)} returning id`,
  params: user,
  row: { id: uuid },
});

const signIn = { companyId: uuid, userId: uuid, lastSignInAt: instant };
const createSignInStatement = systemStatement({
  text: `insert into user_sign_ins ${insertValues(signIn)}`,
  params: signIn,
});

interface Founding {
  readonly accountIds: ReadonlyMap<string, string>;
  /** When the demo is seeded. */
  readonly now: Date;
}

/** @returns the company's id */
export async function createDemoCompany(
  tx: SystemTransaction,
  { name, isProvider, details, users }: DemoCompany,
  { accountIds, now }: Founding,
): Promise<string> {
  const { id: companyId } = await tx.get(createCompanyStatement, { name, isProvider, ...details, now });
  await tx.run(createSettingsStatement, { companyId, now });
  await recordAudit(tx, {
    companyId,
    actor: { accountId: null, name: 'Demo', email: '' },
    action: 'companies.create',
    entity: 'company',
    entityId: companyId,
    entityLabel: name,
    after: { company: name, isProvider },
    requestId: 'demo',
    now,
  });
  for (const [place, { email, firstName, lastName, roles, department, costCentre }] of users.entries()) {
    const accountId = accountIds.get(email) ?? '';
    const sapId = toSapId(lastName);
    const lastSignInAt = getDemoSignIn(place, now);
    const { id: userId } = await tx.get(createUserStatement, {
      companyId,
      accountId,
      email,
      firstName,
      lastName,
      roles,
      company: name,
      sapId,
      department: department ?? null,
      costCentre: costCentre ?? null,
      createdAt: now,
      updatedAt: now,
      cameInAt: lastSignInAt,
    });
    if (lastSignInAt) await tx.run(createSignInStatement, { companyId, userId, lastSignInAt });
  }
  return companyId;
}

/** Most have signed in within the last weeks; some are invited. */
function getDemoSignIn(place: number, now: Date): Date | null {
  if (place % 9 === 7) return null;
  return new Date(now.getTime() - ((place * 37) % 480) * 3_600_000);
}

const skill = {
  ...timestamps,
  companyId: uuid,
  name: text,
  description: text,
  area: text,
  serviceProvider: text,
  domainKnowledge: text,
  skillResult: text,
  conversationInfo: array(text),
  screenShots: array(text),
  workflowApproval: boolean,
  priceTenThousandths: integer,
  transportKey: nullable(text),
  transportName: nullable(text),
  transportBytes: nullable(integer),
};
/** @param screenShots addresses of screenshots */
export const createDemoSkill = systemStatement.run({
  text: `insert into skills ${insertValues(skill)}`,
  params: skill,
});

const screenshot = {
  companyId: uuid,
  key: text,
  thumbnailKey: nullable(text),
  contentType: text,
  purpose: text,
  createdAt: instant,
};
const createScreenshotStatement = systemStatement({
  text: `insert into files ${insertValues(screenshot)}`,
  params: screenshot,
});

export async function createDemoScreenshot(
  tx: SystemTransaction,
  file: Omit<ParamsOf<typeof screenshot>, 'purpose'>,
): Promise<void> {
  await tx.run(createScreenshotStatement, { ...file, purpose: 'screenshot' });
}

/** For a skill of the provider. */
export const createDemoPrice = systemStatement.list({
  text: `
    insert into skill_prices (company_id, skill_id, price_ten_thousandths, created_at)
    select $companyId, id, $priceTenThousandths, $now from skills where is_provided and name = $skillName
    returning number`,
  params: { companyId: uuid, skillName: text, priceTenThousandths: integer, now: instant },
  row: { number: integer },
});

/** Creates the price that a request of a company's own skill costs the company itself, from a day on. */
export const createDemoOwnCost = systemStatement.list({
  text: `
    insert into own_cost_rates (company_id, skill_id, price_ten_thousandths, valid_from, created_by, created_at)
    select $companyId, id, $priceTenThousandths, $validFrom, $createdBy, $now from skills
    where company_id = $companyId and name = $skillName and deleted_at is null
    returning 1 as written`,
  params: {
    companyId: uuid,
    skillName: text,
    priceTenThousandths: integer,
    validFrom: date,
    createdBy: text,
    now: instant,
  },
  row: { written: integer },
});

/** @param months as first days */
export const createDemoMonths = systemStatement.list({
  text: 'insert into demo_seed_progress (company_id, month) select $companyId, unnest($months::date[]) returning month',
  params: { companyId: uuid, months: array(date) },
  row: { month: date },
});
