import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyVat, VatCheck, VatDecision } from '#features/billing/contract/vat-decisions.ts';
import { describeVatPart, vatTreatmentLabels } from '#features/billing/contract/vat-words.ts';
import { can } from '#contract/capabilities.ts';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { DecideVatDialog } from './decide-vat-dialog.tsx';
import { companyVatQuery, useCheckVatNumber } from './vat.queries.ts';

/** How VAT is charged to the company and why; for the provider with what it has to decide. Nothing until it is known. */
export function VatPart() {
  const { data: vat } = useQuery(companyVatQuery);
  const canDecide = can(useCurrentUser(), 'invoices.manage-issued');
  const [isDeciding, setDeciding] = useState(false);
  if (!vat) return null;
  return (
    <Block as="section" aria-labelledby="vat-of-company" above={10} below={6}>
      <h2 id="vat-of-company">VAT</h2>
      <Text above={2}>{describePresent(vat)}</Text>
      {canDecide && <ForProvider vat={vat} onDecide={() => setDeciding(true)} />}
      <Earlier decisions={vat.decisions} today={vat.today} />
      {isDeciding && <DecideVatDialog vat={vat} onClose={() => setDeciding(false)} />}
    </Block>
  );
}

/** `Invoices carry VAT 24%. Decided by …` */
function describePresent({ treatment, percent, present }: CompanyVat): string {
  const charged = `On your invoices: ${describeVatPart({ treatment, percent })}.`;
  return present ? `${charged} ${describeDecision(present)}` : charged;
}

function describeDecision({ validFrom, decidedBy, reason, vatNumber, treatment }: VatDecision): string {
  const why = [reason, treatment === 'reverseCharge' && vatNumber ? `VAT number ${vatNumber}` : ''].filter(Boolean);
  const because = why.length > 0 ? ` (${why.join(', ')})` : '';
  return `From ${formatShortDay(validFrom)}, decided by ${decidedBy}${because}.`;
}

/** Open decision, the question to VIES, and the button to decide. */
function ForProvider({ vat, onDecide }: { vat: CompanyVat; onDecide: () => void }) {
  const { mutateAsync, isPending } = useCheckVatNumber();
  const { timeZone } = useCurrentUser();
  const { proposed, isOpen, canCheck, check } = vat;

  async function askVies() {
    try {
      await mutateAsync({});
      showToast('VIES is being asked about the VAT number.');
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <>
      {isOpen && proposed !== null && (
        <Text above={2} pad={[3, 4]} card="amber">
          {`VAT is not decided. The country and VAT number of the company say: ${vatTreatmentLabels[proposed]}.`}
        </Text>
      )}
      {check && (
        <Text above={2} tone="soft">
          {describeCheck(check, timeZone)}
        </Text>
      )}
      <Row above={3} gap={3} wrap>
        <Button variant="default" onClick={onDecide}>
          Decide VAT
        </Button>
        {canCheck && (
          <Button variant="default" loading={isPending} onClick={() => void askVies()}>
            Ask VIES
          </Button>
        )}
      </Row>
    </>
  );
}

function describeCheck(
  { vatNumber, state, attemptedAt, consultation, name, address }: VatCheck,
  timeZone: string,
): string {
  const at = attemptedAt === null ? '' : formatDateTime(attemptedAt, timeZone);
  if (state === 'pending') {
    return at === ''
      ? `VIES is being asked about ${vatNumber}.`
      : `VIES has not answered about ${vatNumber} yet, last asked ${at}. It is asked again by itself.`;
  }
  if (state === 'invalid') return `VIES: ${vatNumber} is not a valid VAT number (${at}).`;
  const facts = [name, address, consultation && `consultation ${consultation}`].filter(Boolean).join(', ');
  return `VIES: ${vatNumber} is valid (${at})${facts === '' ? '' : `: ${facts}`}.`;
}

/** Decisions of days to come and of before. */
function Earlier({ decisions, today }: { decisions: readonly VatDecision[]; today: string }) {
  const present = decisions.find(({ validFrom }) => validFrom <= today);
  const others = decisions.filter((decision) => decision !== present);
  if (others.length === 0) return null;
  return (
    <Block as="details" above={3}>
      <summary>{`Other decisions (${others.length})`}</summary>
      <ul>
        {others.map((decision) => (
          <li key={`${decision.validFrom} ${decision.decidedAt}`}>
            {`${vatTreatmentLabels[decision.treatment]}. ${describeDecision(decision)}`}
          </li>
        ))}
      </ul>
    </Block>
  );
}
