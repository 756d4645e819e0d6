import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { canOpenPlace, getVisibleTabs, menuBlocks, type MenuArea } from '../areas.ts';

export interface MenuEntry extends MenuArea {
  /** The address by which its pages are found, also where its link leads to another of them. */
  readonly home?: string;
}

/** The blocks of the menu with the entries that a person may open, without empty ones. */
export function getMenuBlocks(holder: CapabilityHolder): MenuEntry[][] {
  return menuBlocks
    .map((block) => block.filter((area) => isVisible(holder, area)).map((area) => toEntry(holder, area)))
    .filter((block) => block.length > 0);
}

export const getVisibleMenu = (holder: CapabilityHolder): MenuEntry[] => getMenuBlocks(holder).flat();

function isVisible(holder: CapabilityHolder, area: MenuArea): boolean {
  if (area.capabilities) return area.capabilities.some((each) => can(holder, each));
  if (area.tabs) return getVisibleTabs(holder, area).length > 0;
  return canOpenPlace(holder, area);
}

/** An entry leads to the first of its pages that is open to the person. */
function toEntry(holder: CapabilityHolder, area: MenuArea): MenuEntry {
  const { group, path: home } = area;
  const path = getVisibleTabs(holder, area)[0]?.path ?? home;
  return {
    ...area,
    ...(home !== undefined && { home }),
    ...(path !== undefined && { path }),
    ...(group && { group: { ...group, links: group.links.filter((link) => canOpenPlace(holder, link)) } }),
  };
}

interface Mark {
  /** Address that contains those of its pages. */
  readonly path: string;
  /** The marked entry. */
  readonly home: string;
}

/** Links of groups first, because a page of two entries is found by its own address. */
const marks: readonly Mark[] = [
  ...menuBlocks.flat().flatMap(({ group }) => group?.links.map(({ path }) => ({ path, home: path })) ?? []),
  ...menuBlocks.flat().flatMap(({ path: home, tabs = [], contains = [] }) => {
    if (home === undefined) return [];
    return [home, ...tabs.map(({ path }) => path), ...contains].map((path) => ({ path, home }));
  }),
];

/** The entry of the longest path that contains a page. */
export function findCurrentMenuPath(pathname: string): string | undefined {
  return marks
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .reduce<Mark | undefined>(
      (longest, mark) => (mark.path.length > (longest?.path.length ?? 0) ? mark : longest),
      undefined,
    )?.home;
}

/** Whether an entry outside the groups has this address. */
export function isEntryPath(path: string | undefined): boolean {
  return menuBlocks.flat().some((entry) => !entry.group && entry.path === path);
}

export function getFirstSegment(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}
