import type { Page } from 'playwright-core';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { measurePainted, type Painted } from '../painted.ts';
import { openSignedIn } from '../signed-in-page.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';

/** Entries of the side menu and the headings of their pages, so ordered that every click changes the heading. */
const visits = [
  { entry: 'User management', heading: 'User management' },
  { entry: 'Company Profile', heading: 'Company information' },
  { entry: 'Dashboard', heading: 'Dashboard' },
  { entry: 'Billing', heading: 'Billing' },
  { entry: 'Dashboard Old', heading: 'Getting started' },
  { entry: 'Usage Dashboard', heading: 'Usage Dashboard' },
  { entry: 'Integrations', heading: 'Integrations' },
] as const;

export const menuClick = {
  title: 'Menu click to the new page’s heading',
  method:
    'Clicks on the entries of the side menu in turn, all pages visited before; inside the page, from the time stamp of the click until the new heading is painted (the task after the frame that holds it). Median of all clicks, and with the processor slowed four times.',
  async measure(bench: Bench): Promise<Reading[]> {
    const page = await openSignedIn(await bench.browser(), await bench.portal(), 'superadmin@acme.example');
    const rounds = bench.isQuick ? 2 : 10;
    await clickThrough(page, 2);
    const full = await clickThrough(page, rounds);
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await clickThrough(page, 1);
    const slowed = await clickThrough(page, rounds);
    await page.context().close();
    return [...judge('full speed', '40 ms', full), ...judge('slowed four times', '130 ms', slowed)];
  },
};

async function clickThrough(page: Page, rounds: number): Promise<Painted[]> {
  const measured: Painted[] = [];
  for (const { entry, heading } of Array.from({ length: rounds }, () => visits).flat()) {
    const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true });
    await link.hover();
    measured.push(
      await measurePainted(page, { event: 'click', selector: 'main h1', text: heading }, () => link.click()),
    );
    await page.waitForLoadState('networkidle');
  }
  return measured;
}

function judge(name: string, limit: string, measured: readonly Painted[]): Reading[] {
  const painted = measured.map(({ paintedMs }) => paintedMs);
  const inDocument = measured.map(({ inDocumentMs }) => inDocumentMs);
  return [
    atMost(`${name}: painted, median`, limit, median(painted), { clicksMs: roundAll(painted) }),
    note(`${name}: painted, 95 %`, quantile(painted, 0.95), 'ms'),
    note(`${name}: in the document, median`, median(inDocument), 'ms'),
  ];
}
