import { toExecutor } from '../database/executor.ts';
import type { Database } from '../database/open-database.ts';
import { provisionAccounts } from '../outside/identity/provisioned-accounts.repository.ts';
import { demoCompanies, demoPassword, demoSignIns } from './demo-companies.ts';
import { insertDemoCompany, isEmpty } from './demo.repository.ts';

/** Fills an empty portal with the demo companies, once and all in one transaction. */
export async function seedDemo(database: Database): Promise<void> {
  await database.withSystem('demo.seed', async (tx) => {
    if (!(await isEmpty(tx))) return;
    const people = demoCompanies.flatMap(({ users }) => users);
    const accounts = people.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` }));
    const accountIds = await provisionAccounts(toExecutor(tx), accounts, demoPassword);
    for (const company of demoCompanies) await insertDemoCompany(tx, company, accountIds);
  });
}

/** What the start prints: who can sign in, and as what. */
export function describeDemoSignIns(): string {
  const rows = demoSignIns.map((email) => {
    const company = demoCompanies.find(({ users }) => users.some((user) => user.email === email));
    const roles = company?.users.find((user) => user.email === email)?.roles.join(', ') ?? '';
    return `  ${email.padEnd(28)} ${roles.padEnd(20)} ${company?.name ?? ''}`;
  });
  return `Demo sign-ins, password of all: ${demoPassword}\n${rows.join('\n')}\n`;
}
