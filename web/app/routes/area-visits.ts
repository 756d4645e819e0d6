import type { ParsedLocation } from '@tanstack/react-router';
import { forgetArea } from '../../lib/area-memory.ts';
import { paths } from '../../paths.ts';

/** The pages whose address holds filters. Others keep their parameters, for example the month of the usage page. */
const filteredPaths = new Set([
  paths.dashboard(),
  paths.analytics(),
  paths.quality(),
  paths.topUsers(),
  paths.logs(),
  paths.users(),
  paths.connections(),
  paths.integrations(),
  paths.skills(),
  paths.skillsManagement(),
  paths.audit(),
]);

/** Areas that consist of several first segments of a path. */
const areaNames: Readonly<Record<string, string>> = { '': 'analytics', connections: 'integrations' };

function toArea(pathname: string): string {
  const first = pathname.split('/')[1] ?? '';
  return areaNames[first] ?? first;
}

interface Step {
  /** The area, where this step entered it from another one, or opened the portal in it. */
  readonly entered?: string;
  /** Address of the same page without the filters of an earlier visit, to which the step is redirected. */
  readonly bare?: { readonly to: string; readonly search: object };
}

/**
 * Follows the steps of one router through the areas of the portal. Leaving an area ends a visit, and a step of the history
 * that belongs to an earlier visit is shown without its filters (sections 2.2, 2.4, 2.5), however it is reached. A new
 * step may bring filters along, for example by a link from another area.
 */
export function createAreaVisits() {
  /** The visit in which a step of the history was made, by its key. */
  const visits = new Map<string, number>();
  let visit = 0;
  let last: { area: string; index: number } | undefined;

  return function follow({ pathname, search, state }: ParsedLocation): Step {
    const { __TSR_key: key = '', __TSR_index: index } = state;
    const area = toArea(pathname);
    const isEntry = last?.area !== area;
    // After a reload the keys of earlier steps are unknown, but not their place.
    const isBackwards = last !== undefined && index < last.index;
    if (isEntry) {
      visit += 1;
      forgetArea();
    }
    last = { area, index };
    const known = visits.get(key);
    const isOld = known === undefined ? isEntry && isBackwards : known !== visit;
    visits.set(key, visit);
    return {
      ...(isEntry && { entered: area }),
      ...(isOld &&
        findFilters(pathname, search, state) && { bare: { to: pathname, search: dropFilters(pathname, search) } }),
    };
  };
}

export type AreaVisits = ReturnType<typeof createAreaVisits>;

/** Whether a step holds filters of a list, in its address or for the way back to the list. */
function findFilters(pathname: string, search: object, state: ParsedLocation['state']): boolean {
  if (state.listSearch !== undefined || state.skillFilter !== undefined) return true;
  return Object.keys(search).length > Object.keys(dropFilters(pathname, search)).length;
}

/** An opened conversation stays open. */
function dropFilters(pathname: string, search: object): object {
  if (!filteredPaths.has(pathname)) return search;
  const { record } = search as { record?: unknown };
  return record === undefined ? {} : { record };
}
