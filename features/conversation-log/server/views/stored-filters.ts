import { listEntries } from '#contract/filters/filters.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { unmappedId } from '#contract/conversations/conversations.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { isUuid } from '#contract/uuid.ts';

type StoredFilters = Readonly<Record<string, unknown>>;
type ViewFilters = LogView['filters'];

const shape = toFilterShape(logFilters);

/** Reads stored filters; `hasLost` where one no longer exists, or takes other values by now. */
export function readFilters(stored: StoredFilters): { readonly filters: ViewFilters; readonly hasLost: boolean } {
  const read = listEntries(logFilters).flatMap(([name]) => {
    const parsed = stored[name] === undefined ? undefined : shape[name].safeParse(stored[name]);
    return parsed?.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return { filters: Object.fromEntries(read), hasLost: read.length < Object.keys(stored).length };
}

/** Names of filters whose values are texts of conversations and reviews. */
const textNames: readonly string[] = listEntries(logFilters).flatMap(([name, { kind }]) =>
  kind === 'texts' ? [name] : [],
);

/** Masks the texts that filters hold, as the reader of the log is shown them. */
export function maskFilters(filters: ViewFilters, maskText: (text: string) => string): ViewFilters {
  const masked = Object.entries(filters).map(([name, value]) =>
    textNames.includes(name) && Array.isArray(value) ? [name, value.map(maskText)] : [name, value],
  );
  return Object.fromEntries(masked);
}

/** Filters as the audit log keeps them: texts of conversations by their number, because it is never deleted. */
export const toAuditedFilters = (stored: StoredFilters): StoredFilters =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) =>
      textNames.includes(name) && Array.isArray(value) ? [name, value.length] : [name, value],
    ),
  );

/** The ids of one user or skill each, of a filter that may join those of one name. */
export const listIds = (values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((joined) => joined.split('::')).filter((id) => id !== unmappedId);

/** Whether one of the ids is not known. */
export const hasUnknown = (ids: readonly string[], known: ReadonlySet<string>): boolean =>
  ids.some((id) => !isUuid(id) || !known.has(id.toLowerCase()));
