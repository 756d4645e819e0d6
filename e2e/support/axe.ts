import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Waits until the page follows the system's scheme, unless a scheme was chosen, because colours differ half-way. */
async function waitForScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((wanted) => {
    const isChosen = ['light', 'dark'].includes(localStorage.getItem('color-scheme') ?? '');
    return isChosen || document.documentElement.dataset.mantineColorScheme === wanted;
  }, scheme);
}

/** Waits for finite animations, because axe would judge colours half-way. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endings = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(endings);
  });
}

/** Loads axe into the document, once: parsing it takes longer than a run. The portal has no frames. */
async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe.source);
}

/**
 * Left out of `target-size` are targets behind an open dialog, which cannot be touched, and those that a scrolled page has moved below
 * the heads of its table, which stay in view, by half: a scroll away they are whole.
 */
async function findViolations(page: Page, runOnly: string[]): Promise<string[]> {
  await waitForTransitions(page);
  const violations = await page.evaluate(async (rules): Promise<Result[]> => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    const { violations: found } = await loaded.run(document, { runOnly: rules, resultTypes: ['violations'] });
    const dialog = document.querySelector('[role="dialog"][aria-modal="true"]');
    const isBehind = (target: string) => dialog !== null && !dialog.contains(document.querySelector(target));
    const leastSize = 24;
    const heads = Array.from(document.querySelectorAll('thead'), (head) => head.querySelector('th') ?? head)
      .filter((head) => scrollY > 0 && getComputedStyle(head).position === 'sticky')
      .map((head) => head.getBoundingClientRect());
    const isUnderHead = (target: string) => {
      const place = document.querySelector(target)?.getBoundingClientRect();
      return (
        place !== undefined && heads.some(({ top, bottom }) => place.top < bottom + leastSize && place.bottom > top)
      );
    };
    return found.map(({ id, nodes, ...rest }) => ({
      ...rest,
      id,
      nodes: nodes.filter(({ target }) => {
        const selector = String(target.at(-1));
        return id !== 'target-size' || !(isBehind(selector) || isUnderHead(selector));
      }),
    }));
  }, runOnly);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/**
 * Fails with every accessibility violation of the page in the light and in the dark scheme. The dark scheme runs only
 * the rules for colours, because both schemes share one structure.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const looks = [
    { colorScheme: 'light', runOnly: tags },
    { colorScheme: 'dark', runOnly: colorRules },
  ] as const;
  await loadAxe(page);
  for (const { colorScheme, runOnly } of looks) {
    await page.emulateMedia({ colorScheme });
    await waitForScheme(page, colorScheme);
    expect(await findViolations(page, [...runOnly]), `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
