import { mostArchivedPapers } from '#features/receivables/contract/archive/invoice-archive.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StreamedFile } from '#server/lib/request/streamed-file.ts';
import { streamZipArchive, type ZipEntry } from '#server/lib/zip-archive.ts';
import type { Portal, Uses } from '#server/portal/portal.ts';
import { fileSender } from '#server/portal/send-file.ts';
import { recordAudit } from '#server/records/audit.ts';
import { listPapers } from './archive.repository.ts';

/** The stored PDF of a paper, and its XML where it can be had. Of the feature `billing`. */
export type GetPaperFiles = (portal: Portal, companyId: string, invoiceId: string) => Promise<File[]>;

/**
 * The papers of a year of issue as ZIP, made while it is sent. Each download is an audit entry.
 * @throws Problem `record.not-found` for a year without papers, `exports.busy`, `exports.too-large`
 */
export function getArchive(
  portal: Portal,
  context: CallContext,
  year: string,
  getFiles: GetPaperFiles,
): Promise<StreamedFile> {
  const { companyId, companyName } = context.actor;
  return fileSender(portal)(context, async () => {
    const now = portal.clock.now();
    const papers = await findPapers(portal, companyId, year);
    await portal.database.inCompany(companyId, async (tx) => {
      await confirmActor(tx, context.actor, 'billing.read');
      await recordAudit(tx, {
        entity: 'company',
        entityId: companyId,
        entityLabel: companyName,
        ...toAuditStamp(context, now),
        action: 'invoices.download-year',
        after: { year, papers: papers.length },
      });
    });
    return {
      pieces: streamZipArchive(
        now,
        listEntries(papers, (id) => getFiles(portal, companyId, id)),
      ),
      name: `invoices-${year}.zip`,
      contentType: 'application/zip',
      capabilities: ['billing.read'],
      isMasked: false,
    };
  });
}

async function findPapers({ database }: Uses<'database'>, companyId: string, year: string): Promise<string[]> {
  const days = { first: `${year}-01-01`, until: `${Number(year) + 1}-01-01` };
  const found = await database.inCompany.read(companyId, (tx) =>
    listPapers(tx, { ...days, most: mostArchivedPapers + 1 }),
  );
  if (found.length === 0) throw new Problem('record.not-found');
  if (found.length > mostArchivedPapers) throw new Problem('exports.too-large');
  return found.map(({ id }) => id);
}

/** Reads the files of one paper after the other. Numbers that differ in signs alone have files of one name: the second gets a 2. */
async function* listEntries(
  papers: readonly string[],
  getFiles: (id: string) => Promise<File[]>,
): AsyncGenerator<ZipEntry> {
  const taken = new Map<string, number>();
  for (const id of papers) {
    for (const file of await getFiles(id)) {
      const key = file.name.toLowerCase();
      const count = (taken.get(key) ?? 0) + 1;
      taken.set(key, count);
      const name = count === 1 ? file.name : file.name.replace(/(\.\w+)$/, ` (${count})$1`);
      yield { name, bytes: new Uint8Array(await file.arrayBuffer()) };
    }
  }
}
