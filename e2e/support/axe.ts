import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

/** Legacy mode saves a blank page per run; it differs only for pages with frames of other origins. */
const buildAxe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

async function findViolations(page: Page, axe: AxeBuilder): Promise<string[]> {
  await waitForTransitions(page);
  const { violations } = await axe.analyze();
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
    { colorScheme: 'light', axe: buildAxe(page).withTags(tags) },
    { colorScheme: 'dark', axe: buildAxe(page).withRules(['color-contrast', 'link-in-text-block']) },
  ] as const;
  for (const { colorScheme, axe } of looks) {
    await page.emulateMedia({ colorScheme });
    await waitForScheme(page, colorScheme);
    expect(await findViolations(page, axe), `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
