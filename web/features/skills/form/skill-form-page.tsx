import { useParams } from '@tanstack/react-router';
import { EditSkill } from './edit-skill.tsx';
import { NewSkill } from './new-skill.tsx';

/** `/skills/management/addNew` without an id, `/skills/management/{id}` with one. */
export function SkillFormPage() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewSkill /> : <EditSkill key={id} id={id} />;
}
