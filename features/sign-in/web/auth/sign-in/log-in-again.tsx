import { useRouter } from '@tanstack/react-router';
import { signOut } from '#web/api/sign-out.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { forgetStep } from './remembered-step.ts';

/** Cancels an unfinished sign-in, so that another account can sign in. */
export function LogInAgain() {
  const router = useRouter();
  async function startOver() {
    forgetStep();
    // A failed sign-out leaves an attempt that expires.
    await signOut().catch(() => undefined);
    await router.navigate({ href: paths.login() });
  }
  return <LinkButton onClick={() => void startOver()}>Sign in with another account</LinkButton>;
}
