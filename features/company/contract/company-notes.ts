import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant, requiredText, Version } from '#contract/fields.ts';

const endpoint = defineEndpoints('Company notes');

export const noteMaxLength = 2000;

export const CompanyNoteForm = z.strictObject({
  text: requiredText({
    required: 'The field is required!',
    empty: 'The field can not be empty!',
    maxLength: noteMaxLength,
  }),
  version: Version.optional(),
});
export type CompanyNoteForm = z.infer<typeof CompanyNoteForm>;

/** A note of the provider about a company, which that company never sees. */
export const CompanyNote = z.object({
  id: Id,
  text: z.string(),
  author: z.string(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  version: Version,
  /** Whether the caller wrote it; others can only delete it. */
  canEdit: z.boolean(),
});
export type CompanyNote = z.infer<typeof CompanyNote>;

/** The most notes that are listed. */
export const mostListedNotes = 200;

export const CompanyNotes = z.object({
  companyName: z.string(),
  count: z.int(),
  /** The newest of them first. */
  notes: z.array(CompanyNote),
});
export type CompanyNotes = z.infer<typeof CompanyNotes>;

const ofCompany = z.object({ id: Id });
const ofNote = z.object({ id: Id, noteId: Id });

export const companyNotesContract = {
  list: endpoint({
    method: 'GET',
    path: '/companies/{id}/notes',
    summary: 'List the provider’s notes about a company, newest first',
    access: 'companies.manage',
  })
    .input(z.object({ params: ofCompany }))
    .output(CompanyNotes),

  create: endpoint({
    method: 'POST',
    path: '/companies/{id}/notes',
    summary: 'Add a note about a company',
    access: 'companies.manage',
    successStatus: 201,
  })
    .input(z.object({ params: ofCompany, body: CompanyNoteForm.omit({ version: true }) }))
    .output(CompanyNote),

  update: endpoint({
    method: 'PUT',
    path: '/companies/{id}/notes/{noteId}',
    summary: 'Update the text of an own note',
    access: 'companies.manage',
    problems: ['record.stale', 'company-notes.not-own'],
  })
    .input(z.object({ params: ofNote, body: CompanyNoteForm }))
    .output(CompanyNote),

  delete: endpoint({
    method: 'DELETE',
    path: '/companies/{id}/notes/{noteId}',
    summary: 'Delete a note about a company',
    access: 'companies.manage',
    successStatus: 204,
  }).input(z.object({ params: ofNote })),
};
