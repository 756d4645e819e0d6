import type { Browser } from 'playwright-core';
import { paths } from '../../../web/paths.ts';
import { changeTexts, type Changer } from '../../support/changed-pages/change-texts.ts';
import { enteredPages } from '../../support/changed-pages/entered-pages.ts';
import { open, type Flow, type RecordPage } from '../../support/changed-pages/flow-actions.ts';
import { reportedPages, reportSome } from '../../support/changed-pages/reported-pages.ts';
import { expect, journey, openPage, signIn } from '../../support/journey.ts';
import { createCompany, type Person } from '../../support/people.ts';

/** In the order of a visit: what one flow saves, the next ones find. */
const flows = ['save', 'filter', 'live', 'pageOn', 'back', 'confirm'] as const;

/** A tab whose texts are changed beside React, and the errors of its pages. */
async function openChanged(browser: Browser, changer: Changer, account: Person | string) {
  const page = await openPage(browser);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(changeTexts, changer);
  await signIn(page, account, paths.contacts());
  return { page, errors };
}

async function takeFlows(flow: Flow, { name, path, ...taken }: RecordPage): Promise<void> {
  await open(path)(flow);
  for (const each of flows) {
    for (const [index, action] of (taken[each] ?? []).entries()) {
      await action(flow).catch((cause: unknown) => {
        throw new Error(`${name}, ${each}, step ${index + 1}: ${String(cause)}`, { cause });
      });
    }
  }
}

/** Each part in a company of its own. */
const parts: readonly (readonly RecordPage[])[] = [
  enteredPages.slice(0, 4),
  enteredPages.slice(4),
  reportedPages.filter(({ by }) => !by),
  reportedPages.filter(({ by }) => by),
];
const changers: readonly Changer[] = ['none', 'translation', 'extensions'];

/*
 * On demand, because `changed-flows.spec.ts` takes the same steps on a page of each kind in every run:
 * `FLOWS=all npx vitest run --project journeys changed-records`. On 2026-11-27 nothing was lost or stale in any of the 12, in 149 s
 * of processor time with the start of the product.
 */
for (const part of parts) {
  journey.runIf(process.env['FLOWS'] === 'all').for(changers)(
    `the flows of ${part.map(({ name }) => name).join(', ')} hold on pages changed by %s`,
    async (changer, { browser }) => {
      const founder = await createCompany();
      if (part.includes(reportedPages[0]!)) await reportSome(0, 25)({ founder });
      const { page, errors } = await openChanged(browser, changer, part[0]?.by ?? founder);
      for (const each of part) await takeFlows({ page, founder }, each);
      expect(errors).toEqual([]);
      await page.context().close();
    },
  );
}
