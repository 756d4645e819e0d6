import { getDay } from '#contract/calendar/zones.ts';
import { mostPrintedMovements } from '#features/receivables/contract/statement/account-statement.ts';
import type { Party } from '#server/lib/pdf/parts.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Portal, Uses } from '#server/portal/portal.ts';
import { renderStatementTask } from './pdf/render-statement.ts';
import { getStatement } from './statement.service.ts';

/** The customer and the issuer as papers of today name them. Of the feature `billing`. */
export type GetParties = (
  portal: Uses<'database' | 'provider'>,
  companyId: string,
) => Promise<{ readonly customer: Party; readonly seller: Party }>;

/** @throws Problem `request.invalid` where the days end before they begin, `exports.too-large` */
export async function getStatementPdf(
  portal: Portal,
  actor: Pick<Actor, 'companyId' | 'timeZone'>,
  days: { readonly from: string; readonly to: string },
  getParties: GetParties,
): Promise<File> {
  const { provider, workers, clock } = portal;
  const { companyId } = actor;
  const statement = await getStatement(portal, actor, days);
  if (statement.movements.length > mostPrintedMovements) throw new Problem('exports.too-large');
  const madeAt = clock.now();
  const document = {
    ...(await getParties(portal, companyId)),
    product: provider.product,
    contact: `${provider.email} · ${provider.phone}`,
    statement,
    madeOn: getDay(madeAt.getTime(), actor.timeZone),
    madeAt,
  };
  const bytes = await workers.run(renderStatementTask, document, { companyId, size: Infinity });
  const name = `statement-of-account-${days.from}-${days.to}.pdf`;
  return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
}
