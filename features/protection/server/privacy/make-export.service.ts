import { can } from '#contract/capabilities.ts';
import { findActorOfRequest } from '#server/access/actors.ts';
import { TaskGivenUp, type RunningTask } from '#domain/tasks/run-task.service.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { writeCompanyArchive } from './archive/company-archive.ts';
import * as repository from './exports.repository.ts';
import { companyExports } from './exports.service.ts';

/** Finished archives that a company keeps beside the one that is made. */
const keptArchives = 2;

/** Makes the archive of a requested export, and e-mails its person. */
export async function createArchive(
  portal: Uses<'database' | 'files' | 'mails' | 'clock'>,
  { companyId, accountId, input, facts, store }: RunningTask<'companyExport'>,
) {
  const { database, files, mails, clock } = portal;
  const getRequester = async () => {
    const requester = accountId === null ? undefined : await findActorOfRequest(database, { accountId, companyId });
    if (!requester || !can(requester, 'company.export')) throw new TaskGivenUp('right');
    return requester;
  };
  await getRequester();
  // Makes room for another one, because each holds all data of the company again.
  await companyExports.deleteSurplus(portal, companyId, keptArchives);
  // What is deleted later withdraws the archive; what is being deleted now is not in its snapshot then.
  await database.withLedger(companyId, async () => undefined);
  const company = await database.inCompany.read(companyId, (tx) => repository.getCompanyName(tx));
  const source = {
    ownerUrl: database.ownerUrl,
    files,
    company,
    requestedBy: input.requestedBy ?? '',
    now: clock.now(),
  };
  const amounts = await writeCompanyArchive(source, (chunks) => store(chunks, 'application/gzip', getRequester));
  Object.assign(facts, amounts);
  const { email } = await getRequester();
  return (tx: CompanyTransaction) =>
    mails.sendExportReady(tx, { email, firstName: '', companyName: company.name, companyId });
}
