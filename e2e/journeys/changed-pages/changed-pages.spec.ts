import { paths } from '../../../web/paths.ts';
import { comparePages } from '../../support/changed-pages/compare-pages.ts';
import { expect, journey } from '../../support/journey.ts';
import { callAs } from '../../support/people.ts';
import { pages } from '../../support/portal-pages.ts';

const superAdmin = 'superadmin@globex.example';
const operator = 'operator@steward.example';

interface Walk {
  readonly name: string;
  readonly account?: string;
  readonly leastSteps: number;
  readonly listPaths: () => readonly string[] | Promise<readonly string[]>;
}

const ofProvider: readonly string[] = [pages.companies, pages.operations, pages.agreedPrices];
const ofCompany = Object.values(pages).filter((path) => !ofProvider.includes(path));
const half = Math.ceil(ofCompany.length / 2);

async function listRecordPaths(): Promise<string[]> {
  const send = await callAs(superAdmin);
  const getFirst = async (path: string) => ((await send('GET', path)) as { id?: string; _id?: string }[])[0];
  const [user, intakeKey, skill] = await Promise.all(['/users', '/intake/keys', '/skills/store'].map(getFirst));
  return [paths.user(user?.id ?? ''), paths.intakeKey(intakeKey?.id ?? ''), paths.skill(skill?._id ?? '')];
}

const walks: readonly Walk[] = [
  { name: 'the dashboard to files', account: superAdmin, leastSteps: 80, listPaths: () => ofCompany.slice(0, half) },
  {
    name: 'the log of changes to legal texts',
    account: superAdmin,
    leastSteps: 70,
    listPaths: () => ofCompany.slice(half),
  },
  { name: 'a user, an intake key and a skill', account: superAdmin, leastSteps: 2, listPaths: listRecordPaths },
  { name: 'the provider', account: operator, leastSteps: 5, listPaths: () => ofProvider },
  {
    name: 'signing in',
    leastSteps: 5,
    listPaths: () => [paths.login(), paths.signUp(), paths.forgotPassword(), paths.singleSignOn()],
  },
];

for (const { name, account, leastSteps, listPaths } of walks) {
  journey(`the pages of ${name} show the same where a translation or extensions change them`, async ({ browser }) => {
    const { differences, errors, steps } = await comparePages(browser, await listPaths(), account);
    expect({ differences, errors }).toEqual({ differences: [], errors: [] });
    expect(steps).toBeGreaterThanOrEqual(leastSteps);
  });
}
