import { listWords } from '#contract/filters/filters.ts';
import { logFilters } from '#features/conversation-log/contract/log-filters.ts';
import type { LogView } from '#features/conversation-log/contract/log-views.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';

const changes = [queries.logViews];

export const useCreateView = () => useCall(queries.logViews.create, { changes });
export const useUpdateView = () => useCall(queries.logViews.update, { changes });
export const useDeleteView = () => useCall(queries.logViews.delete, { changes });

/** The conditions of filters in one line. */
export const describeFilters = (filters: LogView['filters']): string => listWords(logFilters, filters).join(' · ');
