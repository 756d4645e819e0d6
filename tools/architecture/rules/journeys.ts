import { Visitor, type ESTree } from 'vite';
import type { Finding, SourceFile } from '../source-file.ts';

/** Methods of Playwright that answer what a page shows at that moment. */
const readings =
  /^(?:count|isVisible|isHidden|isChecked|isEnabled|isDisabled|innerText|allInnerTexts|textContent|allTextContents|inputValue|getAttribute|evaluate|url)$/;

const isReading = ({ type, callee }: ESTree.CallExpression) =>
  type === 'CallExpression' &&
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  readings.test(callee.property.name);

/** The reading that an expression ends with, also inside `new URL(…).search`. */
function hasReading(expression: ESTree.Expression | ESTree.SpreadElement): boolean {
  if (expression.type === 'AwaitExpression') return hasReading(expression.argument);
  if (expression.type === 'MemberExpression') return hasReading(expression.object);
  if (expression.type === 'NewExpression') return expression.arguments.some(hasReading);
  return expression.type === 'CallExpression' && isReading(expression);
}

/** A page changes a moment after an action, so that what is read once fails now and then. */
export function checkJourneys(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => path.startsWith('e2e/'))
    .flatMap((file) => {
      const findings: Finding[] = [];
      new Visitor({
        CallExpression({ callee, arguments: [first], start }) {
          if (callee.type !== 'Identifier' || callee.name !== 'expect' || !first || !hasReading(first)) return;
          const message = 'a page is read once: expect.poll(() => …) reads it until it is as expected';
          findings.push({ path: file.path, line: file.lineAt(start), message });
        },
      }).visit(file.program);
      return findings;
    });
}
