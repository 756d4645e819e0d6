import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step led from a skill's own page to its form: the page is one step back. */
    skillEditedHere?: true;
  }
}

/** The ways out of the form: Cancel goes back, a save leads to the skill (section 2.5). */
export function useLeaveSkillForm() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  /**
   * Back to the page that the form was opened from, which would otherwise stand in the history twice. From elsewhere in
   * place of the form, which would be one step back, empty or out of date.
   */
  const goToSkill = (id: string) => {
    if (router.latestLocation.state.skillEditedHere) router.history.back();
    else void navigate({ to: paths.skill(id), replace: true, state: true });
  };
  const cancelTo = (path: string) => (canGoBack ? router.history.back() : void navigate({ to: path }));
  return { goToSkill, cancelTo };
}
