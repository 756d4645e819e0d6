import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Roles that say nothing without a name. An image without one is decoration that should be hidden, but within a button, which is read as one. */
const namedRoles = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'grid',
  'image',
  'link',
  'listbox',
  'menuitem',
  'progressbar',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'table',
  'textbox',
]);

/** Fails for controls, tables and images that a screen reader reads without a name. */
export async function expectNamedControls(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isInButton = (id = ''): boolean => {
    const node = byId.get(id);
    return node !== undefined && (node.role?.value === 'button' || isInButton(node.parentId));
  };
  const unnamed = nodes.filter(
    ({ ignored, role, name, parentId }) =>
      !ignored && namedRoles.has(String(role?.value)) && !String(name?.value ?? '').trim() && !isInButton(parentId),
  );
  expect(
    unnamed.map(({ role }) => String(role?.value)),
    `${page.url()} has controls without a name`,
  ).toEqual([]);
}
