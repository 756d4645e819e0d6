import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { exportFilters, type RowFilter } from './export-filters.ts';
import { RowFile, RowFileForm } from './row-files.ts';
import { RowFormat } from './row-formats.ts';
import { downloadedKinds, getRowKind, toListName, type DownloadedKind } from './row-kinds.ts';

const endpoint = defineEndpoints('Exports');

type DownloadForm<Kind extends DownloadedKind> = RowFilter<Kind> & { readonly format: RowFormat };

/** The rows of one kind that match its filter, as a file. */
function download<Kind extends DownloadedKind>(kind: Kind) {
  const { fileName, summary = '', needed = 'signed-in', problems = [], filter } = getRowKind(kind);
  const form = exportFilters[filter].extend({ format: RowFormat });
  return endpoint({
    method: 'POST',
    path: `/exports/${fileName}`,
    summary,
    access: needed,
    goesOn: true,
    problems: ['exports.busy', 'exports.too-large', ...problems],
  })
    .input(z.object({ body: form as unknown as z.ZodType<DownloadForm<Kind>, DownloadForm<Kind>> }))
    .output(z.instanceof(Blob));
}

type Downloads = {
  readonly [Kind in DownloadedKind as ReturnType<typeof toListName<Kind>>]: ReturnType<typeof download<Kind>>;
};

export const exportsContract = {
  ...(Object.fromEntries(downloadedKinds.map((kind) => [toListName(kind), download(kind)])) as Downloads),

  createFile: endpoint({
    method: 'POST',
    path: '/exports/files',
    summary: 'Let a file of many rows be prepared in the background; its owner gets an e-mail when it is ready',
    access: 'signed-in',
    problems: [
      'access.refused',
      'exports.at-home',
      'exports.files-waiting',
      'exports.files-kept',
      'request.range-too-long',
    ],
    successStatus: 201,
  })
    .input(z.object({ body: RowFileForm }))
    .output(RowFile),

  listFiles: endpoint({
    method: 'GET',
    path: '/exports/files',
    summary: 'List the files that were prepared for the caller, the latest first',
    access: 'signed-in',
  }).output(z.array(RowFile)),

  getFile: endpoint({
    method: 'GET',
    path: '/exports/files/{id}/file',
    summary: 'Download a prepared file; the right to its rows is checked again',
    access: 'signed-in',
    problems: ['access.refused', 'exports.at-home', 'exports.busy', 'exports.outdated', 'files.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.instanceof(Blob)),

  deleteFile: endpoint({
    method: 'DELETE',
    path: '/exports/files/{id}',
    summary: 'Delete a prepared file, or cancel its preparation',
    access: 'signed-in',
    problems: ['record.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(Id),
};
