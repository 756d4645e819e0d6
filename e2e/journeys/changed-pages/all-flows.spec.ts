import { appendFileSync, mkdirSync } from 'node:fs';
import { fromRoot } from '../../../tools/setup/paths.mjs';
import { paths } from '../../../web/paths.ts';
import { comparePages, flows, type Comparison } from '../../support/changed-pages/compare-pages.ts';
import { expect, journey } from '../../support/journey.ts';
import { callAs } from '../../support/people.ts';
import { pages } from '../../support/portal-pages.ts';

const superAdmin = 'superadmin@globex.example';
const operator = 'operator@steward.example';

type Listed = readonly { readonly id?: string; readonly _id?: string }[];

/** Pages of one record each, of what the demo has. */
async function listRecordPaths(): Promise<string[]> {
  const send = await callAs(superAdmin);
  const first = async (path: string) => {
    const [record] = (await send('GET', path)) as Listed;
    return record?.id ?? record?._id ?? '';
  };
  const skill = await first('/skills/store');
  return [
    paths.user(await first('/users')),
    paths.intakeKey(await first('/intake/keys')),
    paths.skill(skill),
    paths.editSkill(skill),
    paths.invoice(await first('/company/billing')),
  ];
}

const signedOut = [
  paths.login(),
  paths.signUp(),
  paths.forgotPassword(),
  paths.newPassword(),
  paths.verifyAccount(),
  paths.twoFactor(),
  paths.chooseCompany(),
  paths.singleSignOn(),
  paths.unsubscribe(),
  paths.skillApproval(),
];

const ofProvider: readonly string[] = [pages.companies, pages.operations, pages.agreedPrices];
const ofCompany = Object.values(pages).filter((path) => !ofProvider.includes(path));
const partSize = 4;

interface Part {
  readonly name: string;
  readonly account?: string;
  readonly listPaths: () => readonly string[] | Promise<readonly string[]>;
}

const parts: readonly Part[] = [
  ...Array.from({ length: Math.ceil(ofCompany.length / partSize) }, (_, place) => {
    const part = ofCompany.slice(place * partSize, (place + 1) * partSize);
    return { name: `${part[0]} to ${part.at(-1)}`, account: superAdmin, listPaths: () => part };
  }),
  { name: 'one record', account: superAdmin, listPaths: listRecordPaths },
  { name: 'the provider', account: operator, listPaths: () => ofProvider },
  { name: 'signing in', listPaths: () => signedOut },
];

/** Keeps a row for each page, of how many steps each flow took; `-` where the page has nothing of it. */
function keepResults({ taken, differences }: Comparison): void {
  mkdirSync(fromRoot('.tmp', 'journeys'), { recursive: true });
  const rows = [...taken].map(([path, counts]) => {
    const wrong = differences.filter((each) => each.path === path).length;
    return `| ${[path, ...flows.map((flow) => counts[flow] || '-'), wrong].join(' | ')} |\n`;
  });
  appendFileSync(fromRoot('.tmp', 'journeys', 'changed-flows.md'), rows.join(''));
}

/*
 * On demand, because it takes 20 minutes; the walks of `changed-pages.spec.ts` take the first four flows in every run:
 * `FLOWS=all npx vitest run --project journeys all-flows`. What is saved and what comes live is followed by `changed-records.spec.ts`.
 */
for (const { name, account, listPaths } of parts) {
  journey.runIf(process.env['FLOWS'] === 'all')(
    `every flow of the pages of ${name} shows the same where a translation or extensions change them`,
    { timeout: 1_800_000 },
    async ({ browser }) => {
      const found = await comparePages(browser, await listPaths(), { account, isWhole: true });
      keepResults(found);
      expect({ differences: found.differences, errors: found.errors }).toEqual({ differences: [], errors: [] });
    },
  );
}
