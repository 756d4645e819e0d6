import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The page follows the system a moment later, unless the person has chosen a scheme. Half-way nothing fits together. */
async function waitForScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((wanted) => {
    const isChosen = ['light', 'dark'].includes(localStorage.getItem('color-scheme') ?? '');
    return isChosen || document.documentElement.dataset.mantineColorScheme === wanted;
  }, scheme);
}

/** Colours are judged when they have arrived, not half-way; what pulses for ever is not waited for. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endings = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.all(endings);
  });
}

/** Legacy mode spares a blank page for every look; it only differs where a page holds frames of other sites. */
const buildAxe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

async function findViolations(page: Page, axe: AxeBuilder): Promise<string[]> {
  await waitForTransitions(page);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/**
 * Fails with every accessibility fault of the page as it stands, in the light and in the dark scheme. The schemes share
 * one structure, so the dark one is asked only what depends on colours.
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
