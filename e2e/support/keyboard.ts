import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the portal has given the focus to an element. */
export async function waitForFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
}

/**
 * Focuses an element until the focus stays there for two frames. A menu, a dialog or a page takes the focus itself a
 * moment after it is shown, so that a key pressed right after `focus()` could reach another element.
 */
export async function moveFocus(element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await element.focus();
      return element.evaluate(async (each) => {
        const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await waitForFrame();
        await waitForFrame();
        return each === document.activeElement;
      });
    })
    .toBe(true);
}

/** Presses a key on an element that has the focus and keeps it. */
export async function pressOn(element: Locator, key: string): Promise<void> {
  await moveFocus(element);
  await element.press(key);
}

/** Opens a menu by Enter on its button and chooses an item by Enter. */
export async function chooseByKeyboard(page: Page, menu: Locator, item: string | RegExp): Promise<void> {
  await pressOn(menu, 'Enter');
  await pressOn(page.getByRole('menuitem', { name: item }), 'Enter');
}
