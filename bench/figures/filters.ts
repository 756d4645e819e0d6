import type { Page } from 'playwright-core';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { measurePainted } from '../painted.ts';
import type { Portal } from '../../harness/portal.ts';
import { openSignedIn } from '../signed-in-page.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';

const rowCount = 2000;
/** A list that is whole in the page. */
const wholeCount = 300;

interface FilteredPage {
  readonly email: string;
  readonly name: string;
  readonly path: string;
  readonly searchLabel: string;
  /** Selector of the list that a keystroke changes. */
  readonly list: string;
  readonly count: string;
  readonly words: readonly string[];
}

const pages: readonly FilteredPage[] = [
  {
    email: 'superadmin@globex.example',
    name: 'store with 2,000 skills',
    path: '/skills',
    searchLabel: 'Search skills',
    list: 'main ul[aria-label="Skills"]',
    count: '2,000 skills',
    words: ['invoi', 'leave', 'stock', 'kind19'],
  },
  {
    email: 'superadmin@globex.example',
    name: 'list with 2,000 integrations',
    path: '/integrations',
    searchLabel: 'Search integrations',
    list: 'main table',
    count: '2,000 integrations',
    words: ['watso', 'gate', 'disco', 'erp'],
  },
  {
    email: 'superadmin@acme.example',
    name: 'list with 300 integrations, whole in the page',
    path: '/integrations',
    searchLabel: 'Search integrations',
    list: 'main table',
    count: '300 integrations',
    words: ['watso', 'gate', 'disco', 'erp'],
  },
];

export const filters = {
  title: 'Filters of the skill store and of the integrations',
  method:
    'A company of 2,000 skills and 2,000 integrations, and one of 300 integrations. A keystroke is measured from its time stamp until the cards or rows that it changes are painted.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    await addRows(portal);
    const readings: Reading[] = [];
    for (const each of pages) {
      const page = await openSignedIn(await bench.browser(), portal, each.email);
      const times = await typeWords(page, each, bench.isQuick ? each.words.slice(0, 2) : each.words);
      readings.push(
        atMost(`${each.name}: keystroke to painted result, median`, '50 ms', median(times), { all: roundAll(times) }),
        note(`${each.name}: 95 %`, quantile(times, 0.95), 'ms'),
      );
      await page.context().close();
    }
    return readings;
  },
};

/** Fills the second demo company up to 2,000 of each and the first up to 300 integrations; the provider's skills in its store count too. */
async function addRows(portal: Portal): Promise<void> {
  await withOwner(portal, async (client) => {
    await client.query(
      `with company as (select id from companies where name = 'Globex Logistics'),
        missing as (select $1 - count(*)::int as count from skills, company
          where deleted_at is null and (is_provided or company_id = company.id))
      insert into skills (company_id, name, description, area, service_provider, domain_knowledge, skill_result,
        conversation_info)
      select company.id, (array['Invoice','Leave','Stock','Order','Payslip','Travel'])[1 + n % 6] || ' ' || n,
        'Answers questions of kind' || n || ' and writes down what was decided.',
        (array['FI','MM','SD','CO','BS','General'])[1 + n % 6], (array['SAP','provider'])[1 + n % 2],
        (array['ERP','Communication'])[1 + n % 2], 'An answer.', array['Question ' || n]
      from company, missing, generate_series(1, greatest(missing.count, 0)) as n`,
      [rowCount],
    );
    const counts = [
      ['Globex Logistics', rowCount],
      ['Acme Manufacturing', wholeCount],
    ] as const;
    for (const [company, count] of counts) {
      await client.query(
        `with company as (select id from companies where name = $2),
        missing as (select $1 - count(*)::int as count from integrations, company where company_id = company.id)
      insert into integrations (company_id, unique_id, name, provider, service, service_name, category, status, password)
      select company.id, 'bench-' || n, (array['SAP','Watson','Gateway'])[1 + n % 3] || ' ' || n,
        case when n % 3 = 1 then 'IBM' else 'SAP' end, case when n % 3 = 1 then 'discovery' else 'erp' end,
        case when n % 3 = 1 then 'Discovery' else 'SAP ERP' end, case when n % 3 = 1 then 'TP' else 'ERP' end,
        n % 5 > 0, '\\x00'
      from company, missing, generate_series(1, greatest(missing.count, 0)) as n`,
        [count, company],
      );
    }
  });
}

async function typeWords(page: Page, { path, searchLabel, list, count }: FilteredPage, words: readonly string[]) {
  await page.goto(path);
  const box = page.getByRole('searchbox', { name: searchLabel });
  const times: number[] = [];
  for (const word of words) {
    await box.fill('');
    await page.getByRole('status').filter({ hasText: count }).waitFor();
    await box.focus();
    for (const key of word) {
      const expected = { event: 'keydown', selector: list } as const;
      const { paintedMs } = await measurePainted(page, expected, () =>
        page.keyboard.press(key === ' ' ? 'Space' : key),
      );
      times.push(paintedMs);
    }
  }
  return times;
}
