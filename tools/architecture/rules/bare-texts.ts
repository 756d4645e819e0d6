import { Visitor } from 'vite';
import type { Finding, SourceFile } from '../source-file.ts';

const checked = /^(?:web|features\/[^/]+\/web)\/.*\.tsx$/;
const unchecked = /\.test\.tsx$|\/testing\//;

type Program = SourceFile['program'];
type Child = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

/** Kind of an element's child on the page, as far as it can be read without types. */
type Kind = 'none' | 'fixed text' | 'changing text' | 'coming and going' | 'value' | 'element';

/** Functions that make texts, by their names. */
const textFunction = /^(?:format|describe|toLocale|toString$|join$|trim$|to\w*(?:Words|Text|Label|Name|Title|Note)$)/;
/** Blank, or a sign between two elements. */
const isBlank = (text: string) => text.trim() === '';

const get = (node: Child, field: string) => node[field] as Child;

function findName(callee: Child): string {
  if (callee.type === 'Identifier') return String(callee['name']);
  return callee.type === 'MemberExpression' ? findName(get(callee, 'property')) : '';
}

const isEmpty = (node: Child) =>
  (node.type === 'Literal' && (node['value'] === null || typeof node['value'] === 'boolean')) ||
  (node.type === 'Identifier' && node['name'] === 'undefined');

function isText(node: Child): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node['value'] === 'string' || typeof node['value'] === 'number';
  if (node.type === 'CallExpression') return textFunction.test(findName(get(node, 'callee')));
  if (node.type === 'BinaryExpression') return true;
  return false;
}

/** The expressions that one can become: the arms of a condition, what follows an `&&`. */
function listArms(node: Child): Child[] {
  if (node.type === 'ConditionalExpression')
    return [...listArms(get(node, 'consequent')), ...listArms(get(node, 'alternate'))];
  if (node.type === 'LogicalExpression' && node['operator'] === '&&') return listArms(get(node, 'right'));
  if (node.type === 'LogicalExpression') return [...listArms(get(node, 'left')), ...listArms(get(node, 'right'))];
  return [node];
}

function toKind(child: Child): Kind {
  if (child.type === 'JSXText') return isBlank(String(child['value'])) ? 'none' : 'fixed text';
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const expression = get(child, 'expression');
  if (expression.type === 'JSXEmptyExpression') return 'none';
  if (expression.type === 'Literal') return isBlank(String(expression['value'])) ? 'none' : 'fixed text';
  const arms = listArms(expression);
  const filled = arms.filter((arm) => !isEmpty(arm));
  if (filled.some((arm) => isText(arm))) return 'changing text';
  if (arms.length > 1 || expression.type === 'LogicalExpression') return 'coming and going';
  if (expression.type === 'CallExpression' && /^(?:map|flatMap)$/.test(findName(get(expression, 'callee'))))
    return 'coming and going';
  return 'value';
}

/** Texts that stand beside others without an element of their own, and change or beside which something comes and goes. */
function listBareTexts(program: Program): number[] {
  const found: number[] = [];
  const visit = (node: unknown) => {
    const { children } = node as { children: Child[] };
    const kinds = children
      .map((child) => ({ kind: toKind(child), start: child.start }))
      .filter(({ kind }) => kind !== 'none');
    if (kinds.length < 2) return;
    const hasChange = kinds.some(({ kind }) => kind === 'coming and going' || kind === 'value');
    const bare = kinds.find(({ kind }) => kind === 'changing text' || (kind === 'fixed text' && hasChange));
    if (bare) found.push(bare.start);
  };
  new Visitor({ JSXElement: visit, JSXFragment: visit }).visit(program);
  return found;
}

type Element = {
  readonly openingElement: { readonly start: number; readonly name: Child; readonly attributes: readonly Child[] };
};

/** Code that a translation would change. */
function listTranslatedCode(program: Program): number[] {
  const found: number[] = [];
  const isKept = (attribute: Child) =>
    attribute.type === 'JSXAttribute' &&
    get(attribute, 'name')['name'] === 'translate' &&
    get(attribute, 'value')['value'] === 'no';
  new Visitor({
    JSXElement: (node) => {
      const { name, attributes, start } = (node as unknown as Element).openingElement;
      if (name['name'] === 'code' && !attributes.some((each) => isKept(each))) found.push(start);
    },
  }).visit(program);
  return found;
}

/**
 * Reports bare texts that change: once a translation or an extension has replaced them, React can neither change nor remove them
 * (decision 0031).
 */
export function checkBareTexts(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => checked.test(path) && !unchecked.test(path))
    .flatMap(({ path, program, lineAt }) => {
      const report = (message: string) => (start: number) => ({ path, line: lineAt(start), message });
      return [
        ...listBareTexts(program).map(
          report('a text that changes, or beside which something does, is an element or one template of its own'),
        ),
        ...listTranslatedCode(program).map(report('code says translate="no"')),
      ];
    });
}
