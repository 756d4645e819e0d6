import { useRouter } from '@tanstack/react-router';
import { signOut } from '../../../api/sign-out.ts';
import { paths } from '../../../paths.ts';
import { LinkButton } from '../layout/link-button.tsx';
import { forgetStep } from './remembered-step.ts';

/** Drops the half-finished sign-in, so that another account can begin. */
export function LogInAgain() {
  const router = useRouter();
  async function startOver() {
    forgetStep();
    // Offline the old attempt simply expires.
    await signOut().catch(() => undefined);
    await router.navigate({ href: paths.login() });
  }
  return <LinkButton onClick={() => void startOver()}>Log in with another account</LinkButton>;
}
