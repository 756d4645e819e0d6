import { can } from '#contract/capabilities.ts';
import type { Company, CompanyUpdate } from '#features/company/contract/company.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';

/** Without the VAT number where the actor may not see it. */
export function toVisibleCompany(actor: Actor, company: Company): Company {
  return can(actor, 'company.see-vat-number') ? company : omitVatNumber(company);
}

const omitVatNumber = ({ vatNumber: _vatNumber, ...visible }: Company): Company => visible;

/**
 * The VAT number that an update stores. Who may change it has to send it; others leave it out, or send it back as they
 * see it.
 * @throws Problem `request.invalid`, `access.refused`
 */
export function chooseVatNumber(
  actor: Actor,
  { vatNumber }: Pick<CompanyUpdate, 'vatNumber'>,
  stored: string | null,
): string | null {
  if (can(actor, 'company.change-vat-number')) {
    if (vatNumber !== undefined) return vatNumber;
    throw new Problem('request.invalid', { fields: [{ path: 'vatNumber', message: 'The field is required!' }] });
  }
  const isSentBack = can(actor, 'company.see-vat-number') && vatNumber === stored;
  if (vatNumber === undefined || isSentBack) return stored;
  throw new Problem('access.refused', { detail: 'needs company.change-vat-number' });
}
