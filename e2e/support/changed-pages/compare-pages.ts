import type { Browser } from 'playwright-core';
import { openChangedTabs, type ChangedTabs, type Difference } from './changed-tabs.ts';
import { confirmDialog, hasDialog, listSteps, takeStep, type Step } from './page-steps.ts';

/** The flows of a page, in the order in which they are taken. */
export const flows = ['open', 'filter', 'order', 'dialog', 'back', 'refuse'] as const;
export type FlowName = (typeof flows)[number];

/** How many steps of a page each flow took. */
export type TakenSteps = Readonly<Record<FlowName, number>>;

export interface Comparison {
  /** By path. */
  readonly taken: ReadonlyMap<string, TakenSteps>;
  readonly steps: number;
  readonly differences: readonly Difference[];
  /** Uncaught errors of the pages. */
  readonly errors: readonly string[];
}

interface ComparePagesOptions {
  /** Signs in; without one the pages are those before the sign-in. */
  readonly account?: string | undefined;
  /** Takes every flow: also what asks for a change, which is refused, and the way back. */
  readonly isWhole?: boolean;
}

/**
 * Opens each path three times, left alone, translated and changed by extensions, does the same on all three, and compares what
 * they show after every step.
 */
export async function comparePages(
  browser: Browser,
  paths: readonly string[],
  { account, isWhole = false }: ComparePagesOptions = {},
): Promise<Comparison> {
  const tabs = await openChangedTabs(browser, account);
  const taken = new Map<string, TakenSteps>();
  const differences: Difference[] = [];
  await tabs.onAll((page) => page.goto(paths[0] ?? '/'));
  for (const path of paths) {
    const found = await walkPage(tabs, path, isWhole);
    taken.set(path, found.taken);
    differences.push(...found.differences);
    // A form that was not saved would hold the next page back.
    if (isWhole || found.differences.length > 0) await tabs.load(path);
  }
  await tabs.close();
  const steps = [...taken.values()].flatMap((each) => Object.values(each)).reduce((sum, count) => sum + count, 0);
  return { taken, steps, differences, errors: tabs.errors };
}

const goTo = (path: string) => history.pushState({}, '', path);
const getPath = () => window.location.pathname;

/** Closes what a step has opened. */
const pressEscape = () => {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
};

/** Steps of each flow of a page, where every flow is taken. */
const mostOfWhole = { open: 0, filter: 5, order: 3, dialog: 3, back: 0, refuse: 2 } as const;

async function walkPage(tabs: ChangedTabs, path: string, isWhole: boolean) {
  const { onAll, answers } = tabs;
  const taken = { open: 1, filter: 0, order: 0, dialog: 0, back: 0, refuse: 0 };
  const differences: Difference[] = [];
  const open = () => onAll((page) => page.evaluate(goTo, path));
  const compare = async (step: string) => {
    const found = await tabs.compare({ path, step }).catch((cause: unknown) => {
      throw new Error(`${path}, ${step}: ${String(cause)}`, { cause });
    });
    differences.push(...found);
  };
  const opened = async (): Promise<string | undefined> => (await onAll((page) => page.evaluate(getPath)))[0];

  /** Takes a step, and closes what it has opened. */
  async function take(step: Step, start: string | undefined): Promise<void> {
    taken[step.flow] += 1;
    await onAll((page) => page.evaluate(takeStep, step));
    await compare(step.words);
    if (step.gesture === 'fill' || step.gesture === 'select' || step.staysOpen) return;
    const isOpen = step.flow === 'dialog' && (await onAll((page) => page.evaluate(hasDialog))).includes(true);
    if (isWhole && isOpen) {
      await onAll((page) => page.evaluate(confirmDialog));
      await compare(`confirm ${step.words}`);
    }
    if (isWhole) await onAll((page) => page.keyboard.press('Escape'));
    else await onAll((page) => page.evaluate(pressEscape));
    if ((await opened()) !== start) await open();
    if (!isWhole || isOpen) await compare(`after ${step.words}`);
    // What one Escape did not close, such as a menu in a dialog.
    if (isWhole && (await onAll((page) => page.evaluate(hasDialog))).includes(true)) {
      await tabs.load(path);
    }
  }

  answers.allowChanges();
  await open();
  await compare('open');
  // Where the path has led, such as to the sign-in.
  const start = await opened();
  if (isWhole) answers.refuseChanges();
  const [steps = []] = await onAll((page) => page.evaluate(listSteps, isWhole));
  for (const flow of isWhole ? flows : (['filter', 'order', 'dialog'] as const)) {
    const some = steps.filter((each) => each.flow === flow).slice(0, isWhole ? mostOfWhole[flow] : undefined);
    for (const step of some) if (differences.length === 0) await take(step, start);
    if (flow !== 'back' || differences.length > 0) continue;
    await onAll((page) => page.evaluate(goTo, start === '/contacts' ? '/documentation' : '/contacts'));
    await compare('leave');
    await onAll((page) => page.evaluate(() => history.back()));
    await compare('come back');
    taken.back += 1;
  }
  return { differences, taken };
}
