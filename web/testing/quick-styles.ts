/** Attributes by which the browser's own style sheet hides elements. */
const hidingAttributes = ['hidden', 'type', 'open', 'popover'];

const toShape = (element: Element) => [
  element.localName,
  ...hidingAttributes.map((name) => element.getAttribute(name)),
  element.parentElement?.localName,
  // Nothing but a style sheet of the page says something of classes.
  element.ownerDocument.styleSheets.length > 0 && element.getAttribute('class'),
];

/**
 * Answers `display` and `visibility`, which queries by role ask of each element, without a search through all rules of all
 * style sheets: jsdom spends a fifth of a page test on it. Elements of one shape are displayed alike, because the pages have
 * no style sheets here; everything else is computed as before.
 */
export function answerStylesQuickly(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  const findDisplay = (element: HTMLElement) => {
    if (element.style?.display) return element.style.display;
    const shape = toShape(element).join(' ');
    const known = displays.get(shape) ?? compute(element).display;
    displays.set(shape, known);
    return known;
  };
  const findVisibility = (element: HTMLElement): string =>
    element.style?.visibility || (element.parentElement ? findVisibility(element.parentElement) : 'visible');

  window.getComputedStyle = (element, pseudo) => {
    const find = (name: string) => {
      if (name === 'display') return findDisplay(element as HTMLElement);
      return name === 'visibility' ? findVisibility(element as HTMLElement) : undefined;
    };
    let whole: CSSStyleDeclaration | undefined;
    const computeWhole = () => (whole ??= compute(element, pseudo));
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') {
          return (property: string) => find(property) ?? computeWhole().getPropertyValue(property);
        }
        const value: unknown = find(String(name)) ?? Reflect.get(computeWhole(), name);
        return typeof value === 'function' ? value.bind(computeWhole()) : value;
      },
    });
  };
}
