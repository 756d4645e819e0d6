import type { MouseEvent } from 'react';
import { isPlainClick } from '#web/lib/plain-click.ts';
import { paths } from '#web/paths.ts';
import { useSkillsNavigation } from '../use-skills-navigation.ts';

interface CardLinkProps {
  skill: { _id: string; name: string };
  label: string;
  /** The text of the search box. */
  search: string;
  /** The query of the skill's address. */
  target?: Readonly<Record<string, string>>;
  className?: string | undefined;
}

/** A link to a skill that keeps the filters of the list. A plain link, because a router link per card costs more than the card. */
export function CardLink({ skill, label, search, target = {}, className }: CardLinkProps) {
  const { openSkill } = useSkillsNavigation();
  const query = new URLSearchParams(target).toString();
  const openHere = (event: MouseEvent<HTMLElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void openSkill(skill._id, search, target);
  };
  return (
    <a
      href={`${paths.skill(skill._id)}${query && `?${query}`}`}
      className={className}
      aria-label={`${label} of ${skill.name}`}
      onClick={openHere}
    >
      {label}
    </a>
  );
}
