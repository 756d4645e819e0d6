import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { MadeUser } from '#web/api/testing/make-current-user.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { EditSkillPage } from '../form/edit-skill-page.tsx';
import { NewSkillPage } from '../form/new-skill-page.tsx';
import { openSkills } from './open-skills.tsx';

interface Options {
  skills?: MockedEndpoints['skills'];
  user?: MadeUser;
}

/** Shows the empty form. */
export async function openNew({ skills, user = {} }: Options = {}) {
  const path = '/skills/management/addNew';
  const opened = openSkills({ Page: NewSkillPage, path, endpoints: skills ? { skills } : {}, user });
  await screen.findByRole('heading', { name: 'Create new Skill' });
  return opened;
}

/** Shows the form over a stored skill. */
export async function openEdit(skill: Skill, { skills, user = {} }: Options = {}) {
  const opened = openSkills({
    Page: EditSkillPage,
    path: `/skills/management/${skill._id}`,
    pattern: '/skills/management/$id',
    endpoints: { skills: { get: skill, ...skills } },
    user,
  });
  await screen.findByRole('heading', { name: `Edit ${skill.name}` });
  return opened;
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const press = (name: string) => screen.getByRole('button', { name });
/** The entries of a list field. */
export const rows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Fills in every required field, with the text where it is a text field. */
export async function fillIn(person: UserEvent, text = 'Leave requests') {
  await person.click(field('Name'));
  await person.paste(text);
  await person.click(field('Description'));
  await person.paste(text);
  await person.selectOptions(field('Area'), 'Controlling');
  await person.selectOptions(field('Service provider'), 'the provider');
  await person.selectOptions(field('Domain knowledge'), 'Communication tools');
  await person.click(field('Skill result'));
  await person.paste(text);
  await person.click(field('Commands'));
  await person.paste(text);
  await person.keyboard('{Enter}');
}
