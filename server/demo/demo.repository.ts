import { sql } from 'drizzle-orm';
import { companies } from '../database/schema/companies.ts';
import { files } from '../database/schema/files.ts';
import { notificationSettings } from '../database/schema/notification-settings.ts';
import { skills } from '../database/schema/skills.ts';
import { users } from '../database/schema/users.ts';
import type { Transaction } from '../database/connection/transactions.ts';
import { toSapId } from '../../demo-assistant/demo-companies.ts';
import type { DemoCompany } from '../../demo-assistant/demo-companies.ts';
import type { DemoSkill } from '../../demo-assistant/skills/demo-skill.ts';

const seedLockKey = 7_283_914_003;

/** Whether there is no company. The lock makes instances that start together seed the demo once. */
export async function isEmpty(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${seedLockKey})`);
  const found = await tx.select({ id: companies.id }).from(companies).limit(1);
  return found.length === 0;
}

interface Founding {
  readonly accountIds: ReadonlyMap<string, string>;
  /** When the demo is seeded. */
  readonly now: Date;
}

/** @returns the company's id */
export async function insertDemoCompany(
  tx: Transaction,
  { name, isProvider, details, users: people }: DemoCompany,
  { accountIds, now }: Founding,
): Promise<string> {
  const [company] = await tx
    .insert(companies)
    .values({ name, isProvider, ...details, createdAt: now })
    .returning({ id: companies.id });
  if (!company) throw new Error('the insert returned no row');
  const companyId = company.id;
  await tx.insert(notificationSettings).values({ companyId });
  await tx.insert(users).values(
    people.map((person) => ({
      ...person,
      companyId,
      accountId: accountIds.get(person.email) ?? '',
      company: name,
      sapId: toSapId(person.lastName),
    })),
  );
  return companyId;
}

/** `screenShots` are addresses. */
export async function insertDemoSkill(
  tx: Transaction,
  companyId: string,
  { screenshots: _names, conversationInfo, ...skill }: DemoSkill,
  screenShots: string[],
): Promise<void> {
  await tx.insert(skills).values({ ...skill, companyId, conversationInfo: [...conversationInfo], screenShots });
}

type DemoScreenshot = Pick<
  typeof files.$inferSelect,
  'companyId' | 'key' | 'thumbnailKey' | 'contentType' | 'byteLength'
>;

export async function insertDemoScreenshot(tx: Transaction, screenshot: DemoScreenshot): Promise<void> {
  await tx.insert(files).values({ ...screenshot, purpose: 'screenshot' });
}

interface AgreedPrice {
  readonly skillName: string;
  readonly priceTenThousandths: number;
}

/** For a skill of the provider. */
export async function insertDemoPrice(tx: Transaction, companyId: string, price: AgreedPrice): Promise<void> {
  await tx.execute(sql`
    insert into skill_prices (company_id, skill_id, price_ten_thousandths)
    select ${companyId}, id, ${price.priceTenThousandths} from skills where is_provided and name = ${price.skillName}`);
}

/** @param months as first days */
export async function planDemoMonths(tx: Transaction, companyId: string, months: readonly string[]): Promise<void> {
  for (const month of months) {
    await tx.execute(sql`insert into demo_seed_progress (company_id, month) values (${companyId}, ${month})`);
  }
}
