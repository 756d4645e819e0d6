import type { Browser, Page, Route } from 'playwright-core';
import { openPage, startSession } from '../journey.ts';
import { changeTexts, type Changer } from './change-texts.ts';
import { followPage } from './follow-page.ts';
import { listSteps, readWords, takeStep, type Step } from './page-steps.ts';

/** A step at which a changed page had other words than the unchanged page. */
interface Difference {
  readonly path: string;
  readonly step: string;
  readonly changer: Changer;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

export interface Comparison {
  readonly steps: number;
  readonly differences: readonly Difference[];
  /** Uncaught errors of the pages. */
  readonly errors: readonly string[];
}

interface ChangedPage {
  readonly changer: Changer;
  readonly page: Page;
}

/** The same for all pages, which show when their figures were made. */
const startedAt = new Date();

const changers: readonly Changer[] = ['none', 'translation', 'extensions'];

const listMissing = (words: readonly string[], others: readonly string[]) => {
  const rest = [...others];
  return words.filter((word) => {
    const index = rest.indexOf(word);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
};

/** Closes what a step has opened. */
const pressEscape = () => {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
};

const goTo = (path: string) => history.pushState({}, '', path);

/**
 * Opens each path three times, left alone, translated and changed by extensions, does the same on all three, and compares what
 * they show after every step.
 *
 * @param account signs in; without one the pages are those before the sign-in.
 */
export async function comparePages(browser: Browser, paths: readonly string[], account?: string): Promise<Comparison> {
  const errors: string[] = [];
  const takeTurns = createTurns();
  const pages = await Promise.all(changers.map((changer) => openChanged(browser, changer, errors, takeTurns)));
  if (account !== undefined) await startSharedSession(pages, account);
  const onAll = <Result>(take: (page: Page) => Promise<Result>) => Promise.all(pages.map(({ page }) => take(page)));
  const differences: Difference[] = [];
  let steps = 0;
  await onAll((page) => page.goto(paths[0] ?? '/'));
  for (const path of paths) {
    let found = await walkPage(pages, onAll, path);
    if (found.differences.length > 0) {
      // What another journey has changed in between is not the fault of the page.
      await onAll((page) => page.goto(path));
      found = await walkPage(pages, onAll, path);
    }
    steps += found.steps;
    differences.push(...found.differences);
  }
  await onAll((page) => page.context().close());
  return { steps, differences, errors };
}

type OnAll = <Result>(take: (page: Page) => Promise<Result>) => Promise<Result[]>;

async function walkPage(pages: readonly ChangedPage[], onAll: OnAll, path: string) {
  const differences: Difference[] = [];
  const open = () => onAll((page) => page.evaluate(goTo, path));
  const compare = async (step: string) => differences.push(...(await compareTexts(pages, onAll, { path, step })));
  await open();
  await compare('open');
  const [listed] = await onAll((page) => page.evaluate(listSteps));
  const steps: readonly Step[] = listed ?? [];
  for (const step of steps) {
    if (differences.length > 0) break;
    await onAll((page) => page.evaluate(takeStep, step));
    await compare(step.words);
    if (step.gesture !== 'click' || step.staysOpen) continue;
    await onAll((page) => page.evaluate(pressEscape));
    const [address] = await onAll((page) => page.evaluate(() => window.location.pathname));
    if (address !== path) await open();
    await compare(`after ${step.words}`);
  }
  return { differences, steps: steps.length };
}

const comparisons = 3;

async function compareTexts(pages: readonly ChangedPage[], onAll: OnAll, at: { path: string; step: string }) {
  let differences: Difference[] = [];
  for (let count = 0; count < comparisons; count += 1) {
    await onAll((page) => page.evaluate(() => window.waitForRest()));
    const [whole = [], ...others] = await onAll((page) => page.evaluate(readWords));
    differences = others.flatMap((words, index) => {
      // Lines may break elsewhere, beside an element more.
      if (words.join('') === whole.join('')) return [];
      const changer = pages[index + 1]?.changer ?? 'none';
      return [{ ...at, changer, missing: listMissing(whole, words), extra: listMissing(words, whole) }];
    });
    if (differences.length === 0) return [];
  }
  return differences;
}

/** One session for all, because the list of sessions is a page too. */
async function startSharedSession(pages: readonly ChangedPage[], account: string): Promise<void> {
  const [first, ...others] = pages.map(({ page }) => page);
  if (!first) return;
  await startSession(first, account);
  const cookies = await first.context().cookies();
  await Promise.all(others.map((page) => page.context().addCookies(cookies)));
}

/** Lets the pages call one after the other: of one company more than two such calls at once are refused. */
function createTurns() {
  let last = Promise.resolve();
  return (route: Route): Promise<void> => {
    const call = async () => route.fulfill({ response: await route.fetch() });
    // The page may have given up the call.
    last = last.then(call).catch(() => undefined);
    return last;
  };
}

async function openChanged(
  browser: Browser,
  changer: Changer,
  errors: string[],
  takeTurns: (route: Route) => Promise<void>,
): Promise<ChangedPage> {
  const page = await openPage(browser);
  page.on('pageerror', (error) => errors.push(`${changer}: ${error.message}`));
  // Three views of a page would be three different counts of them.
  await page.route('**/page-views', (route) => route.fulfill({ status: 204 }));
  await page.route('**/company/masking/preview', takeTurns);
  await page.clock.setFixedTime(startedAt);
  await page.addInitScript(followPage);
  await page.addInitScript(changeTexts, changer);
  return { changer, page };
}
