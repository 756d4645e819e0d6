import { AuthLayout } from '#features/sign-in/web/auth/layout/auth-layout.tsx';
import { SkillApprovalPage } from '#features/skills/web/states/skill-approval-page.tsx';

/** `/skill-approval`, in the layout of the sign-in pages. */
export function SkillApprovalInAuthLayout() {
  return <SkillApprovalPage Layout={AuthLayout} />;
}
