import { Link } from '@tanstack/react-router';
import { getFirstStep, type FirstStepKind } from '#contract/first-steps/first-steps.ts';
import type { FirstSteps as Steps } from '#features/company/contract/first-steps.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { CheckIcon } from '#web/ui/drawings/first-icons.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './first-steps.module.css';
import { ReadersQuestion } from './readers-question.tsx';

/** The steps that a new company does in its first hour. Each step ticks itself; the list goes when all are done, or by hand. */
export function FirstSteps({ steps, asksReaders }: Steps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      {asksReaders && <ReadersQuestion />}
      <Block as="section" below={10} aria-labelledby="first-steps">
        <Row gap={4} align="baseline" justify="between" wrap below={3}>
          <Row gap={3} align="baseline">
            <h2 id="first-steps">First steps</h2>
            <Text as="span" size="sm" tone="soft" number role="status">
              {`${done} of ${steps.length} done`}
            </Text>
          </Row>
          <PutAway />
        </Row>
        <Stack as="ol" rule="entries" className={styles.steps}>
          {steps.map((step) => (
            <li key={step.kind}>
              <Step {...step} isOpen={isReady(step.kind, steps)} />
            </li>
          ))}
        </Stack>
      </Block>
    </>
  );
}

/** A step whose page has nothing to show before another one is no link until then. */
function isReady(kind: FirstStepKind, steps: Steps['steps']): boolean {
  const { after } = getFirstStep(kind);
  return after === undefined || steps.every((step) => step.kind !== after || step.isDone);
}

function Step({ kind, isDone, isOpen }: { kind: FirstStepKind; isDone: boolean; isOpen: boolean }) {
  const { title, purpose, address } = getFirstStep(kind);
  return (
    <>
      <span className={styles.mark} data-done={isDone || undefined}>
        {isDone && <CheckIcon />}
      </span>
      {isDone && (
        <Text as="span" tone="soft">
          <span className="visually-hidden">Done: </span>
          {title}
        </Text>
      )}
      {!isDone && isOpen && (
        <Link to={address.path} search={address.search ?? {}}>
          {title}
        </Link>
      )}
      {!isDone && !isOpen && <span>{title}</span>}
      <Text as="span" size="sm" tone="soft">
        {isDone ? '' : purpose}
      </Text>
    </>
  );
}

function PutAway() {
  const close = useCall(queries.company.closeFirstSteps, { changes: [queries.attention.list] });
  async function putAway() {
    try {
      await close.mutateAsync({});
      showToast('The first steps are put away. Dashboard Old has a guide.');
      focusHeading();
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }
  return (
    <Block size="sm">
      <LinkButton disabled={close.isPending} onClick={() => void putAway()}>
        Put away
      </LinkButton>
    </Block>
  );
}
