import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { closeExternalLinkDialog } from '../ui/feedback/external-link-store.ts';
import { families } from './families.ts';
import { feedback } from './families/feedback.tsx';
import { marks } from './families/marks.tsx';
import { PartsPage } from './parts-page.tsx';
import { toAnchor } from './samples.ts';
import { addFocused } from './shown-focus.ts';

/** Components of the kit that no sample shows, each with its reason. */
const withoutSample: Readonly<Record<string, string>> = {};

const modules = import.meta.glob<Record<string, unknown>>(['../ui/**/*.tsx', '!../ui/**/*.test.tsx'], { eager: true });

const isComponent = (name: string, value: unknown) =>
  /^[A-Z]/.test(name) &&
  (typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value));

const components = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => isComponent(name, value))
    .map(([name, value]) => ({ name: `${name} of ${path.replace('../', 'web/')}`, value })),
);

/** A node of React's tree; there is no other way to learn which components are on a page. */
interface Fiber {
  readonly type: unknown;
  readonly elementType: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

function collectShown(fiber: Fiber | null, shown: Set<unknown>): void {
  for (let each = fiber; each; each = each.sibling) {
    shown.add(each.type).add(each.elementType);
    collectShown(each.child, shown);
  }
}

function collectOf(container: Element, shown: Set<unknown>): void {
  const key = Object.keys(container).find((name) => name.startsWith('__reactContainer')) ?? '';
  const root = Reflect.get(container, key) as { stateNode: { current: Fiber } };
  collectShown(root.stateNode.current, shown);
}

/** Elements that show a part only when they are used: buttons of dialogs, menus, links out of the portal, charts. */
const used = '[data-opens], button[aria-haspopup], a[target="_blank"], [role="slider"]';

function useParts(container: Element): void {
  for (const part of container.querySelectorAll(used)) {
    fireEvent.click(part);
    fireEvent.keyDown(part, { key: 'ArrowRight' });
  }
}

/** Mistakes in elements, which React logs; it also logs effects that end late, of other tests too. */
const mistake = /"key" prop|same key|attribute|React does not recognize|cannot (?:be a|contain)/;

afterEach(() => {
  vi.restoreAllMocks();
  closeExternalLinkDialog();
});

test('every part of the kit has a sample, and every sample is drawn without an error', async () => {
  const logged = vi.spyOn(console, 'error');
  // Charts draw nothing before they have a width, and a long table every row that has no height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(45);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 45));
  const shown = new Set<unknown>();
  for (const family of families) {
    const { container, unmount } = renderPage(() => <PartsPage families={[family]} />, '/parts');
    await screen.findByRole('heading', { name: family.title, level: 1, hidden: true });
    useParts(container);
    // Its code is fetched when it opens.
    if (family.title === 'Forms') await screen.findByText('Delete 7 users');
    collectOf(container, shown);
    unmount();
  }
  const missing = components.filter(({ name, value }) => !shown.has(value) && !(name in withoutSample));
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(logged.mock.calls.map(String).filter((message) => mistake.test(message))).toEqual([]);
});

test('the filter leaves the samples of which the title, or that of the family, holds the text', async () => {
  renderPage(() => <PartsPage families={[marks, feedback]} />, '/parts');
  const box = await screen.findByRole('searchbox', { name: 'Filter the parts' });
  const listAnchors = () =>
    [...screen.getByRole('navigation', { name: 'Parts' }).querySelectorAll('a')].map((link) => link.hash);
  fireEvent.change(box, { target: { value: 'status b' } });
  expect(listAnchors()).toEqual(['#status-badge']);
  expect(document.querySelector('#status-badge')?.textContent).toContain('amber');
  fireEvent.change(box, { target: { value: 'marks' } });
  expect(listAnchors()).toHaveLength(marks.samples.length);
  fireEvent.change(box, { target: { value: 'no part has this name' } });
  expect(screen.getByText('No matches.')).toBeTruthy();
});

test('no two samples have the same anchor', () => {
  const anchors = families.flatMap(({ samples }) => samples.map(({ title }) => toAnchor(title)));
  expect(anchors.filter((anchor, place) => anchors.indexOf(anchor) !== place)).toEqual([]);
});

test.each([
  ['a:focus-visible', 'a:is(:focus-visible, [data-focused])'],
  ['.input:focus', '.input:is(:focus, [data-focused])'],
  ['label:focus-within > a', 'label:is(:focus-within, :has([data-focused])) > a'],
  ['a:hover', 'a:hover'],
])('the focus of %s is shown by an attribute too', (selector, extended) => {
  expect(addFocused(selector)).toBe(extended);
});
