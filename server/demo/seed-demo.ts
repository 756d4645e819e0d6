import { readFile } from 'node:fs/promises';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { toScreenshotAddress } from '#features/skills/contract/skill-values.ts';
import type { Database } from '../database/open-database.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import type { SecretBox } from '../lib/crypto/secret-box.ts';
import type { FileStore } from '../outside/files/files.ts';
import { hashPassword, verifyPassword } from '../outside/identity/accounts/password-hashing.ts';
import { provisionAccounts } from '../outside/identity/accounts/provisioned-accounts.repository.ts';
import { companyCasts } from '../../demo-assistant/company-cast.ts';
import { demoCompanies, demoPassword, demoSignIns } from '../../demo-assistant/demo-companies.ts';
import { createDemoIntegration } from './integrations/demo-integrations.repository.ts';
import { demoIntegrations } from './integrations/demo-integrations.ts';
import { demoMonthCount } from './demo-months.ts';
import { createDemoInvoices, createReportedSkills } from './invoices/demo-invoices.repository.ts';
import { listReportedNames, planDemoInvoices } from './invoices/plan-demo-invoices.ts';
import {
  createDemoCompany,
  createDemoMonths,
  createDemoOwnCost,
  createDemoPrice,
  createDemoScreenshot,
  createDemoSkill,
  isEmpty,
  listPasswordHashes,
} from './demo.repository.ts';
import type { DatedVatRate } from '#features/billing/contract/vat-rates.ts';
import { createDemoSupport, type BilledSupport } from './support/demo-support.repository.ts';
import { createDemoStates } from './skills/demo-skill-states.repository.ts';
import { agreedPrices, getOwnSkills, ownCostRates } from '../../demo-assistant/skills/demo-skills.ts';
import type { DemoSkill } from '../../demo-assistant/skills/demo-skill.ts';
import { newFileKey } from '../lib/crypto/file-keys.ts';
import { normaliseScreenshot } from '../outside/images/normalisers.ts';

interface SeedOptions {
  readonly now: Date;
  readonly secretBox: SecretBox;
  readonly files: FileStore;
  /** Rates of the provider, for the invoices. */
  readonly vatRates: readonly DatedVatRate[];
  /** Whether to plan conversations, which are sent once the portal listens. */
  readonly hasConversations: boolean;
}

/** Inserts the demo companies into an empty database, in one transaction. */
export async function seedDemo(
  database: Database,
  { now, secretBox, files, vatRates, hasConversations }: SeedOptions,
): Promise<void> {
  await database.inSystem('demo.seed', async (tx) => {
    if (!(await isEmpty(tx))) return;
    const people = demoCompanies.flatMap(({ users }) => users);
    const accounts = people.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` }));
    const accountIds = await provisionAccounts(tx, accounts, await hashPassword(demoPassword), now);
    const companyIds = new Map<string, string>();
    for (const company of demoCompanies) {
      const companyId = await createDemoCompany(tx, company, { accountIds, now });
      companyIds.set(company.name, companyId);
      for (const skill of getOwnSkills(company.name)) {
        const screenshots = await storeDemoScreenshots(tx, { companyId, files, now }, skill.screenshots ?? []);
        const transport = await storeDemoTransport({ companyId, files }, skill);
        await createDemoSkill(tx, {
          ...skill,
          ...transport,
          companyId,
          screenShots: screenshots,
          createdAt: now,
          updatedAt: now,
        });
      }
    }
    for (const { companyName, ...price } of agreedPrices) {
      await createDemoPrice(tx, { companyId: companyIds.get(companyName) ?? '', ...price, now });
    }
    for (const { companyName, monthsAgo, ...rate } of ownCostRates) {
      const validFrom = addMonths(getMonth(getDay(now.getTime(), 'UTC')), -monthsAgo);
      await createDemoOwnCost(tx, { companyId: companyIds.get(companyName) ?? '', ...rate, validFrom, now });
    }
    for (const integration of demoIntegrations) {
      await createDemoIntegration(tx, companyIds.get(integration.companyName) ?? '', integration, { secretBox, now });
    }
    const names = new Map(accounts.map(({ email, name }) => [email, name]));
    await createDemoStates(tx, { companyIds, names, now });
    const support = await createDemoSupport(tx, { companyIds, now });
    await issueInvoices(tx, { companyIds, support, vatRates, now });
    if (hasConversations) await planConversations(tx, companyIds, now);
  });
}

/** Whether demo accounts still have the password that the documents publish. */
export async function hasPublishedPasswords(database: Database): Promise<boolean> {
  const emails = demoCompanies.flatMap(({ users }) => users.map(({ email }) => email));
  const rows = await database.inSystem('demo.seed', (tx) => listPasswordHashes(tx, { emails }));
  for (const { hash } of rows) {
    if (await verifyPassword({ hash: hash ?? '', password: demoPassword })) return true;
  }
  return false;
}

/** Inserts the invoices of the ended months. */
async function issueInvoices(
  tx: SystemTransaction,
  {
    companyIds,
    support,
    vatRates,
    now,
  }: {
    readonly companyIds: ReadonlyMap<string, string>;
    readonly support: readonly BilledSupport[];
    readonly vatRates: readonly DatedVatRate[];
    readonly now: Date;
  },
): Promise<void> {
  const planned: Parameters<typeof createDemoInvoices>[1][number][] = [];
  for (const { companyName } of companyCasts) {
    const companyId = companyIds.get(companyName) ?? '';
    const skills = await createReportedSkills(tx, { companyId, names: listReportedNames(companyName), now });
    const requests = support.filter((request) => request.companyName === companyName);
    const customer = { companyId, companyName, vatRates };
    for (const invoice of planDemoInvoices(companyName, skills, requests, now)) planned.push({ customer, invoice });
  }
  await createDemoInvoices(tx, planned);
}

async function planConversations(
  tx: SystemTransaction,
  companyIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const { companyName, timeZone } of companyCasts) {
    const month = getMonth(getDay(now.getTime(), timeZone));
    const months = Array.from({ length: demoMonthCount }, (_, index) => addMonths(month, -index));
    await createDemoMonths(tx, { companyId: companyIds.get(companyName) ?? '', months });
  }
}

/** The sign-ins that the start prints. */
export function describeDemoSignIns(): string {
  const rows = demoSignIns.map((email) => {
    const company = demoCompanies.find(({ users }) => users.some((user) => user.email === email));
    const roles = company?.users.find((user) => user.email === email)?.roles.join(', ') ?? '';
    return `  ${email.padEnd(28)} ${roles.padEnd(20)} ${company?.name ?? ''}`;
  });
  return `Demo sign-ins, password of all: ${demoPassword}\n${rows.join('\n')}\n`;
}

interface Upload {
  readonly companyId: string;
  readonly files: FileStore;
  readonly now: Date;
}

/** Stores pictures of the demo as uploads of the company; returns their addresses in the same order. */
async function storeDemoScreenshots(
  tx: SystemTransaction,
  upload: Upload,
  names: readonly string[],
): Promise<string[]> {
  const addresses: string[] = [];
  for (const name of names) addresses.push(await storeOne(tx, upload, name));
  return addresses;
}

/** Stores a file in place of the transport request of a skill: its bytes are of no use to any system. */
async function storeDemoTransport({ companyId, files }: Omit<Upload, 'now'>, { name, transport }: DemoSkill) {
  if (!transport) return { transportKey: null, transportName: null, transportBytes: null };
  const bytes = new Uint8Array(transport.bytes);
  new TextEncoder().encodeInto(`The transport request of the demo’s skill ${name}.\n`, bytes);
  const transportKey = newFileKey();
  await files.put({ companyId, key: transportKey }, bytes, 'application/octet-stream');
  return { transportKey, transportName: transport.name, transportBytes: transport.bytes };
}

async function storeOne(tx: SystemTransaction, { companyId, files, now }: Upload, name: string): Promise<string> {
  const picture = await normaliseScreenshot(await readFile(new URL(`./pictures/skills/${name}.png`, import.meta.url)));
  if (!picture.ok) throw new Error(`the picture ${name} was refused as ${picture.reason}`);
  const { bytes, contentType, thumbnail } = picture;
  const [key, thumbnailKey] = [newFileKey(), thumbnail ? newFileKey() : null];
  await files.put({ companyId, key }, bytes, contentType);
  if (thumbnail && thumbnailKey) await files.put({ companyId, key: thumbnailKey }, thumbnail.bytes, contentType);
  await createDemoScreenshot(tx, {
    companyId,
    key,
    thumbnailKey,
    contentType,
    createdAt: now,
  });
  return toScreenshotAddress(key);
}
