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
/** A page of each kind in every run; the others, which are drawn by the same parts, on demand: `FLOWS=all`. */
const ofEachKind: readonly string[] = [
  pages.dashboard,
  pages.topUsers,
  pages.logs,
  pages.users,
  pages.newUser,
  pages.inviteUsers,
  pages.company,
  pages.rights,
  pages.retention,
  pages.audit,
  pages.usage,
  pages.billing,
  pages.connections,
  pages.connection,
  pages.intakeKeys,
  pages.logImports,
  pages.skills,
  pages.skillsManagement,
];
const ofCompany = Object.values(pages).filter(
  (path) => !ofProvider.includes(path) && (process.env['FLOWS'] === 'all' || ofEachKind.includes(path)),
);
/** Short walks: three tabs draw every page after every step, and on a busy machine a dashboard takes a minute. */
const partSize = Math.ceil(ofCompany.length / 4);

async function listRecordPaths(): Promise<string[]> {
  const send = await callAs(superAdmin);
  const getFirst = async (path: string) => ((await send('GET', path)) as { id?: string; _id?: string }[])[0];
  const [user, intakeKey, skill] = await Promise.all(['/users', '/intake/keys', '/skills/store'].map(getFirst));
  return [paths.user(user?.id ?? ''), paths.intakeKey(intakeKey?.id ?? ''), paths.skill(skill?._id ?? '')];
}

const walks: readonly Walk[] = [
  ...Array.from({ length: 4 }, (_, place): Walk => {
    const part = ofCompany.slice(place * partSize, (place + 1) * partSize);
    return { name: `${part[0]} to ${part.at(-1)}`, account: superAdmin, leastSteps: 5, listPaths: () => part };
  }),
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
    const { differences, errors, steps } = await comparePages(browser, await listPaths(), { account });
    expect({ differences, errors }).toEqual({ differences: [], errors: [] });
    expect(steps).toBeGreaterThanOrEqual(leastSteps);
  });
}
