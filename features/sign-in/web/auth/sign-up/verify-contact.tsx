import { Link, useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#web/api/client.ts';
import { currentUserQuery } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { VerifyForm } from './verify-form.tsx';

/** Verifies the new address of a signed-in user; until then the old one signs in. */
export function VerifyContact({ email }: { email: string }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  async function leave() {
    // Refetched here, because the profile form opens with the cached user.
    await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey, refetchType: 'all' });
    await router.navigate({ href: paths.profile(), replace: true });
  }
  async function keepOldAddress() {
    setProblem(undefined);
    try {
      await client.session.cancelContact();
      await leave();
    } catch (error) {
      setProblem(toErrorWords(error));
    }
  }
  return (
    <VerifyForm
      email={email}
      countWaitSeconds={() => 0}
      sendCode={() => client.session.sendContactCode()}
      confirm={async (code) => {
        await client.session.verifyContact({ body: { code } });
        await leave();
      }}
      links={
        <>
          <FormAlert>{problem}</FormAlert>
          <LinkButton onClick={() => void keepOldAddress()}>Cancel the change</LinkButton>
          <Link to={paths.dashboard()}>Continue to the portal</Link>
        </>
      }
    />
  );
}
