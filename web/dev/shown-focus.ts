/**
 * Makes what style sheets say of a focused element hold for one with `data-focused` too, because a page has the focus in one
 * place. Style sheets that are written anew after a change of their file lose it until the page is loaded again.
 */
export function showFocusOfStates({ styleSheets }: Document): void {
  for (const sheet of styleSheets) extendRules(sheet.cssRules);
}

function extendRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = addFocused(rule.selectorText);
    if ('cssRules' in rule) extendRules(rule.cssRules as CSSRuleList);
  }
}

export const addFocused = (selector: string): string =>
  selector
    .replaceAll(/:focus(?:-visible)?(?![\w-])/g, (focus) => `:is(${focus}, [data-focused])`)
    .replaceAll(':focus-within', ':is(:focus-within, :has([data-focused]))');
