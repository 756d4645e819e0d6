import type { SkillState } from '#features/skills/contract/skill-states.ts';
import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

interface SkillFacts {
  readonly companyName: string;
  /** Null where a company typed it and the reader is no user of it. */
  readonly skillName: string | null;
}

/** To the reviewer of a request, with the link that decides it. The address may be anybody's. */
export function skillApprovalMail(
  brand: MailBrand,
  { companyName, skillName, token, lastDay }: SkillFacts & { readonly token: string; readonly lastDay: string },
): MailContent {
  return renderMail(brand, {
    subject: `A skill is waiting for your approval on ${brand.product}`,
    heading: 'A skill is waiting for your approval',
    paragraphs: [
      `${companyName} asks you to review ${skillName === null ? 'a skill' : `the skill “${skillName}”`} before its assistant can use it.`,
      'Open the request to read what is asked, then approve or reject it. Opening it changes nothing.',
      `The link works once, until ${lastDay}. Do not forward this e-mail, because anyone with the link can decide.`,
    ],
    action: {
      label: 'Open request',
      url: `${brand.baseUrl}/skill-approval?token=${encodeURIComponent(token)}`,
    },
    note: 'If you do not know this company, you can ignore this e-mail.',
  });
}

const stateWords: Readonly<Record<SkillState, string>> = {
  available: 'available',
  requested: 'waiting for approval',
  approved: 'approved',
  active: 'active',
  inactive: 'inactive',
  uninstalled: 'uninstalled',
};

interface StateFacts extends SkillFacts {
  readonly state: SkillState;
  /** Who changed it; null for a reader who is no user of the company. */
  readonly by: string | null;
  readonly reason: string | null;
}

/** To the person who requested a skill, or its reviewer, about its new state. */
export function skillStateMail(
  brand: MailBrand,
  { companyName, skillName, state, by, reason }: StateFacts,
): MailContent {
  const skill = skillName === null ? 'A skill that you reviewed' : `The skill “${skillName}”`;
  return renderMail(brand, {
    subject: `A skill of ${companyName} is now ${stateWords[state]}`,
    heading: `Now ${stateWords[state]}`,
    paragraphs: [
      `${skill} is now ${stateWords[state]} at ${companyName}.`,
      ...(by === null ? [] : [`Changed by ${by}.`]),
      ...(reason === null ? [] : [`Reason: ${reason}`]),
    ],
    action: { label: `Open ${brand.product}`, url: `${brand.baseUrl}/skills/management` },
    note: `You receive this e-mail because ${companyName} chose it in the configuration of the skill.`,
  });
}
