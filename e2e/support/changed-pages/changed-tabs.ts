import type { Browser, Page } from 'playwright-core';
import { openPage, startSession } from '../journey.ts';
import { changeTexts, type Changer } from './change-texts.ts';
import { followPage } from './follow-page.ts';
import { readWords } from './page-steps.ts';
import { shareAnswers, type SharedAnswers } from './share-answers.ts';

/** A step at which a changed page had other words than the unchanged page. */
export interface Difference {
  readonly path: string;
  readonly step: string;
  readonly changer: Changer;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** Three tabs of one session: one is left alone, one translated, and one changed by extensions. */
export interface ChangedTabs {
  readonly answers: Pick<SharedAnswers, 'refuseChanges' | 'allowChanges'>;
  /** Uncaught errors of the pages. */
  readonly errors: readonly string[];
  readonly onAll: <Result>(take: (page: Page) => Promise<Result>) => Promise<Result[]>;
  /** Compares what the tabs show, once they have rested. */
  readonly compare: (at: Pick<Difference, 'path' | 'step'>) => Promise<Difference[]>;
  /** Loads a path anew, and waits until the tabs rest. */
  readonly load: (path: string) => Promise<void>;
  readonly close: () => Promise<unknown>;
}

/** The same for all pages, which show when their figures were made. */
const startedAt = new Date();

const changers: readonly Changer[] = ['none', 'translation', 'extensions'];
/** Code of a page that comes late is no call that is waited for. */
const comparisons = 10;
/** For a page that is loaded anew on a busy machine. */
const loadMs = 120_000;

/** @param account signs in; without one the pages are those before the sign-in. */
export async function openChangedTabs(browser: Browser, account?: string): Promise<ChangedTabs> {
  const errors: string[] = [];
  const answers = shareAnswers();
  const pages = await Promise.all(changers.map((changer) => openChanged(browser, changer, errors, answers)));
  if (account !== undefined) await startSharedSession(pages, account);
  const onAll: ChangedTabs['onAll'] = (take) => Promise.all(pages.map(take));
  return {
    answers,
    errors,
    onAll,
    compare: (at) => compareTexts(onAll, at),
    load: async (path) => {
      await onAll((page) => page.goto(path));
      await onAll(waitForRest);
    },
    close: () => onAll((page) => page.context().close()),
  };
}

async function compareTexts(onAll: ChangedTabs['onAll'], at: Pick<Difference, 'path' | 'step'>): Promise<Difference[]> {
  let differences: Difference[] = [];
  for (let count = 0; count < comparisons; count += 1) {
    await onAll(waitForRest);
    const [whole = [], ...others] = await onAll((page) => page.evaluate(readWords));
    differences = others.flatMap((words, index) => {
      // Lines may break elsewhere, beside an element more.
      if (words.join('') === whole.join('')) return [];
      const changer = changers[index + 1] ?? 'none';
      return [{ ...at, changer, missing: listMissing(whole, words), extra: listMissing(words, whole) }];
    });
    if (differences.length === 0) return [];
  }
  return differences;
}

/** A step can lead to a page that is loaded anew. */
async function waitForRest(page: Page): Promise<void> {
  const wait = () => page.evaluate(() => window.waitForRest());
  await wait().catch(async (error: unknown) => {
    if (!String(error).includes('navigation')) throw error;
    await page.waitForLoadState('load', { timeout: loadMs });
    await wait();
  });
}

const listMissing = (words: readonly string[], others: readonly string[]) => {
  const rest = [...others];
  return words.filter((word) => {
    const index = rest.indexOf(word);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
};

/** One session for all, because the list of sessions is a page too. */
async function startSharedSession(pages: readonly Page[], account: string): Promise<void> {
  const [first, ...others] = pages;
  if (!first) return;
  await startSession(first, account);
  const cookies = await first.context().cookies();
  await Promise.all(others.map((page) => page.context().addCookies(cookies)));
}

async function openChanged(
  browser: Browser,
  changer: Changer,
  errors: string[],
  answers: SharedAnswers,
): Promise<Page> {
  const page = await openPage(browser);
  page.setDefaultNavigationTimeout(loadMs);
  page.on('pageerror', (error) => errors.push(`${changer}: ${error.message}`));
  await page.route('**/api/**', answers.openTab());
  await page.clock.setFixedTime(startedAt);
  await page.addInitScript(followPage);
  await page.addInitScript(changeTexts, changer);
  return page;
}
