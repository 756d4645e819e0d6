/** One thing that a person does on a page: with the nth element of a selector. */
export interface Step {
  readonly words: string;
  readonly selector: string;
  readonly index: number;
  readonly gesture: 'click' | 'fill' | 'select';
  readonly value?: string;
  /** Keeps the popover that the step opens open for the next step. */
  readonly staysOpen?: boolean;
}

/**
 * Runs in a page, alone: what there is to do on it, at most two of a kind. Nothing is saved, sent, deleted or downloaded, so that
 * several pages can do the same at once.
 */
export function listSteps(): Step[] {
  const risky =
    /save|send|delete|remove|revoke|rotate|log ?out|upload|download|prepare|export|verify|set up|enable|disable|copy|print|suspend|issue|approve|back up|overwrite|sign|cancel|create report/i;
  const isShown = (element: Element) => (element as HTMLElement).offsetParent !== null;
  const find = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element, index) => ({ element, index }))
      .filter(({ element }) => isShown(element));
  const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';

  const searches = find('main input[placeholder^="Search"]').flatMap(({ index }) =>
    ['e', 'zzzq', ''].map((value): Step => ({
      words: `search "${value}"`,
      selector: 'main input[placeholder^="Search"]',
      index,
      gesture: 'fill',
      value,
    })),
  );
  const click = (selector: string, most: number): Step[] =>
    find(selector)
      .filter(({ element }) => !risky.test(name(element)) && !element.hasAttribute('disabled'))
      .slice(0, most)
      .map(({ element, index }) => ({ words: `click ${name(element)}`, selector, index, gesture: 'click' }));
  const choices = find('main select')
    .slice(0, 2)
    .flatMap(({ element, index }) => {
      const values = [...(element as HTMLSelectElement).options].slice(0, 2).map(({ value }) => value);
      return values
        .toReversed()
        .map((value): Step => ({ words: `choose ${value}`, selector: 'main select', index, gesture: 'select', value }));
    });
  const ranges = find('main button[aria-label^="Date range"]').flatMap(({ index }): Step[] => [
    {
      words: 'open range',
      selector: 'main button[aria-label^="Date range"]',
      index,
      gesture: 'click',
      staysOpen: true,
    },
    { words: 'choose range', selector: '[aria-label="Presets"] [aria-pressed="false"]', index: 2, gesture: 'click' },
  ]);
  return [
    ...ranges,
    ...searches.slice(0, 6),
    ...click('main th button', 2),
    ...choices,
    ...click('main nav button[aria-label="Next page"]', 1),
    ...click('main input[type="checkbox"]', 2),
    ...click('main :is(button, [role="tab"]):not(th button, nav button, [role="switch"])', 6),
  ];
}

/** Runs in a page, alone: does one step, and answers whether it could. */
export function takeStep({ selector, index, gesture, value = '' }: Step): boolean {
  const element = document.querySelectorAll<HTMLElement>(selector)[index];
  if (!element) return false;
  if (gesture === 'click') {
    element.focus();
    element.click();
    return true;
  }
  const { prototype } = gesture === 'fill' ? HTMLInputElement : HTMLSelectElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event(gesture === 'fill' ? 'input' : 'change', { bubbles: true }));
  return true;
}

/** Runs in a page, alone: every word that a reader sees, with those of charts and fields. */
export function readWords(): string[] {
  const drawn = [...document.querySelectorAll('svg text')].map(({ textContent }) => textContent ?? '');
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(({ value }) => value);
  return [document.body.innerText, ...drawn, ...fields]
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== '');
}
