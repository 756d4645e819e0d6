import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { SkillApprovalPage } from '../../features/skills/states/skill-approval-page.tsx';

/** `/skill-approval`, in the layout of the sign-in pages. */
export function SkillApprovalInAuthLayout() {
  return <SkillApprovalPage Layout={AuthLayout} />;
}
