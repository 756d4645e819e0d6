import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { MailIcon } from '#web/ui/drawings/icons.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Columns, Row, Text } from '#web/ui/layout/layout.tsx';
import { useCancelNewAddress } from './profile.queries.ts';

interface PendingAddressProps {
  pendingEmail: string;
  /** The address that signs in until then. */
  provenEmail: string;
}

/** A new address that waits for its code: enter the code, or keep the old address. */
export function PendingAddress({ pendingEmail, provenEmail }: PendingAddressProps) {
  const cancelNewAddress = useCancelNewAddress();

  function keep() {
    cancelNewAddress.mutate(undefined, {
      onSuccess: () => showToast(`The change was cancelled. You still sign in with ${provenEmail}.`),
      onError: (error) => showToast(toErrorWords(error), 'error'),
    });
  }

  return (
    <Columns of={['auto', 1]} pad={[4, 5]} gap={3} card="amber" breaks="anywhere" role="status">
      <Row as="span" tone="amber" align="start" above="hair">
        <MailIcon />
      </Row>
      <div>
        <p>
          <Text as="strong" weight="strong">
            {pendingEmail}
          </Text>{' '}
          is not verified yet. Until you enter the code we sent to it, sign in with{' '}
          <Text as="strong" weight="strong">
            {provenEmail}
          </Text>
          .
        </p>
        <Row gap={5} above={3}>
          <Link to={paths.verifyAccount()}>Enter the code</Link>
          <Button variant="default" size="compact-sm" onClick={keep} loading={cancelNewAddress.isPending}>
            Cancel the change
          </Button>
        </Row>
      </div>
    </Columns>
  );
}
