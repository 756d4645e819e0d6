/** One thing that a person does on a page: with the nth element of a selector. */
export interface Step {
  readonly flow: 'filter' | 'order' | 'dialog' | 'refuse';
  readonly words: string;
  readonly selector: string;
  readonly index: number;
  /** `submit` sends a form as it is, `empty` with no text in its fields. */
  readonly gesture: 'click' | 'fill' | 'select' | 'submit' | 'empty';
  readonly value?: string;
  /** Keeps the popover that the step opens open for the next step. */
  readonly staysOpen?: boolean;
}

/**
 * Runs in a page, alone: what there is to do on it, at most two of a kind. Nothing is saved, sent, deleted or downloaded, so that
 * several pages can do the same at once.
 *
 * @param areChangesRefused lists what asks for a change, too, and the forms of the page.
 */
export function listSteps(areChangesRefused = false): Step[] {
  const outside = /log ?out|download|prepare|export|copy|print|upload|choose a file|back up|sign (?:in|out)/i;
  const changing =
    /save|send|delete|remove|revoke|rotate|verify|set up|enable|disable|suspend|issue|approve|overwrite|sign|cancel|create report/i;
  const isRisky = (words: string) => outside.test(words) || (!areChangesRefused && changing.test(words));
  const isShown = (element: Element) => (element as HTMLElement).offsetParent !== null;
  const find = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element, index) => ({ element, index }))
      .filter(({ element }) => isShown(element));
  const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';

  const searches = find('main input[placeholder^="Search"]').flatMap(({ index }) =>
    ['e', 'zzzq', ''].map((value): Step => ({
      flow: 'filter',
      words: `search "${value}"`,
      selector: 'main input[placeholder^="Search"]',
      index,
      gesture: 'fill',
      value,
    })),
  );
  const click = (flow: Step['flow'], selector: string, most: number): Step[] =>
    find(selector)
      .filter(({ element }) => !isRisky(name(element)) && !element.hasAttribute('disabled'))
      .slice(0, most)
      .map(({ element, index }) => ({ flow, words: `click ${name(element)}`, selector, index, gesture: 'click' }));
  const choices = find('main select')
    .slice(0, 2)
    .flatMap(({ element, index }) => {
      const values = [...(element as HTMLSelectElement).options].slice(0, 2).map(({ value }) => value);
      return values.toReversed().map((value): Step => ({
        flow: 'filter',
        words: `choose ${value}`,
        selector: 'main select',
        index,
        gesture: 'select',
        value,
      }));
    });
  const forms = find('main form')
    .slice(0, 3)
    .flatMap(({ index }) =>
      (['submit', 'empty'] as const).map((gesture): Step => ({
        flow: 'refuse',
        words: gesture,
        selector: 'main form',
        index,
        gesture,
      })),
    );
  const ranges = find('main button[aria-label^="Date range"]').flatMap(({ index }): Step[] => [
    {
      flow: 'filter',
      words: 'open range',
      selector: 'main button[aria-label^="Date range"]',
      index,
      gesture: 'click',
      staysOpen: true,
    },
    {
      flow: 'filter',
      words: 'choose range',
      selector: '[aria-label="Presets"] [aria-pressed="false"]',
      index: 2,
      gesture: 'click',
    },
  ]);
  return [
    ...ranges,
    ...searches.slice(0, 6),
    ...click('order', 'main th button', 2),
    ...choices,
    ...click('order', 'main nav button[aria-label="Next page"]', 1),
    ...click('order', 'main input[type="checkbox"]', 2),
    ...click('dialog', 'main :is(button, [role="tab"]):not(th button, nav button, [role="switch"])', 6),
    ...(areChangesRefused ? forms : []),
  ];
}

/** Runs in a page, alone: does one step, and answers whether it could. */
export function takeStep({ selector, index, gesture, value = '' }: Step): boolean {
  const setValue = (field: HTMLElement, written: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, written);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  };
  const element = document.querySelectorAll<HTMLElement>(selector)[index];
  if (!element) return false;
  if (gesture === 'submit' || gesture === 'empty') {
    const texts = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"]), textarea',
    );
    for (const text of gesture === 'empty' ? texts : []) setValue(text, '');
    element.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
    return true;
  }
  if (gesture === 'click') {
    element.focus();
    element.click();
    return true;
  }
  setValue(element, value);
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

/** Runs in a page, alone. */
export const hasDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Runs in a page, alone: sends the dialog that is open, by its last button. */
export function confirmDialog(): void {
  const buttons = [...document.querySelectorAll('[role="dialog"]')].at(-1)?.querySelectorAll<HTMLElement>('button');
  [...(buttons ?? [])]
    .filter((button) => !button.hasAttribute('disabled'))
    .at(-1)
    ?.click();
}
