import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { companyFiguresQuery } from '../companies.queries.ts';

/** The notes about a company. */
export const getNotesQuery = (id: string) =>
  queries.companyNotes.list.queryOptions({ input: { params: { id } }, throwOnError: false });

const effects = { changes: [queries.companyNotes.list, companyFiguresQuery] };

export const useCreateNote = () => useCall(queries.companyNotes.create, effects);
export const useUpdateNote = () => useCall(queries.companyNotes.update, effects);
export const useDeleteNote = () => useCall(queries.companyNotes.delete, effects);
