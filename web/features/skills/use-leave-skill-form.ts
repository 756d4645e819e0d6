import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';

/** The ways out of the form: Cancel goes back, a save leads to the skill (section 2.5). */
export function useLeaveSkillForm() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  /** In place of the form, which would otherwise be one step back, empty or out of date. */
  const goToSkill = (id: string) => void navigate({ to: paths.skill(id), replace: true, state: true });
  const cancelTo = (path: string) => (canGoBack ? router.history.back() : void navigate({ to: path }));
  return { goToSkill, cancelTo };
}
