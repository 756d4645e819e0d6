import type { Page } from 'playwright-core';

/** The awaited change of the page: the first element found by `selector` gets this `text`, or changes at all. */
export interface Expected {
  /** The event whose time stamp starts the clock: when the browser took in what the person did. */
  readonly event: 'click' | 'keydown';
  readonly selector: string;
  readonly text?: string;
}

export interface Painted {
  /** From the event until the text is in the document. */
  readonly inDocumentMs: number;
  /** From the event until the frame that shows it has been handed over. */
  readonly paintedMs: number;
}

/**
 * Measures inside the page how long one action takes to show: `perform` must cause the event. The end is the first task
 * after the animation frame that follows the change, which the browser runs once that frame is painted.
 */
export async function measurePainted(page: Page, expected: Expected, perform: () => Promise<void>): Promise<Painted> {
  const measured = await page.evaluateHandle(({ event, selector, text }) => {
    const find = () => document.querySelector(selector);
    const before = find()?.innerHTML;
    const isThere = () => (text === undefined ? find()?.innerHTML !== before : find()?.textContent === text);
    let startedAt = Number.NaN;
    addEventListener(event, ({ timeStamp }) => (startedAt = timeStamp), { capture: true, once: true });
    const result = new Promise<{ inDocumentMs: number; paintedMs: number }>((resolve, reject) => {
      setTimeout(() => reject(new Error(`Nothing new in ${selector} within ten seconds.`)), 10_000);
      const observer = new MutationObserver(() => {
        if (Number.isNaN(startedAt) || !isThere()) return;
        observer.disconnect();
        const inDocumentMs = performance.now() - startedAt;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve({ inDocumentMs, paintedMs: performance.now() - startedAt }));
          port1.start();
          port2.postMessage(undefined);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { result };
  }, expected);
  await perform();
  return measured.evaluate(({ result }) => result);
}
