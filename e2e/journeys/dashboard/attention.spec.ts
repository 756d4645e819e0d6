import type { Page } from 'playwright-core';
import type { AttentionKind, AttentionLine } from '#contract/attention/attention-facts.ts';
import { attentionKinds } from '#contract/attention/attention-kinds.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { pressOn } from '../../support/keyboard.ts';
import { callAs, createCompany } from '../../support/people.ts';

const superAdmin = 'superadmin@acme.example';

const regionOf = (page: Page) => page.getByRole('region', { name: 'Needs attention' });

/** The rows that a page says it has: the log by pages, the lists in their first table. */
async function countShown(page: Page): Promise<number> {
  if (page.url().includes('/analytics/logs')) {
    const [, count] = /of ([\d,]+) entries/.exec(await page.getByRole('main').innerText()) ?? [];
    return Number(count?.replaceAll(',', '') ?? -1);
  }
  return (await page.getByRole('table').first().getByRole('row').count()) - 1;
}

journey('each line of the dashboard leads to exactly the rows that it counts', async ({ page }) => {
  const call = await callAs(superAdmin);
  const readCount = async (kind: AttentionKind): Promise<number> => {
    const { lines } = (await call('GET', '/attention')) as { lines: AttentionLine[] };
    return lines.find((line) => line.kind === kind)?.facts.count ?? 0;
  };
  await signIn(page, superAdmin);
  for (const kind of ['overdueInvoices', 'brokenIntegrations', 'failedAnswers', 'unmappedSkills'] as const) {
    await page.goto('/');
    const { path } = attentionKinds[kind].toAddress({ from: '', to: '' } as never);
    await pressOn(regionOf(page).locator(`a[href^="${path}?"]`), 'Enter');
    await page.waitForURL((url) => url.pathname === path);
    // Other journeys change the same company.
    await expect.poll(async () => (await countShown(page)) - (await readCount(kind)), { timeout: 20_000 }).toBe(0);
  }
});

journey('a new company is asked for the data of its invoices, and its list is mailed on Mondays', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder);
  // Its steps say the same while they are shown.
  await page.getByRole('button', { name: 'Put away' }).click();
  const region = regionOf(page);
  await region.getByRole('link', { name: /^The next invoice needs data of your company: street/ }).waitFor();
  await expectNoAxeViolations(page);
  await region.getByRole('button', { name: 'E-mail me this on Mondays' }).click();
  await region.getByRole('link', { name: 'E-mailed to you' }).click();
  await page.getByRole('row', { name: /Needs attention.*Mondays, 8:00/ }).waitFor();
});
