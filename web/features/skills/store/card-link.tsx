import type { MouseEvent } from 'react';
import { paths } from '../../../paths.ts';
import { useSkillsArea } from '../use-skills-navigation.ts';

interface CardLinkProps {
  skill: { _id: string; name: string };
  label: string;
  /** What stands in the search box of the list. */
  search: string;
  /** Of the address it leads to. */
  target?: Readonly<Record<string, string>>;
  className?: string | undefined;
}

/** A link of a card, which takes along how the list stands. The router's own, once for every card, would cost more than the card. */
export function CardLink({ skill, label, search, target = {}, className }: CardLinkProps) {
  const { openSkill } = useSkillsArea();
  const query = new URLSearchParams(target).toString();
  const openHere = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
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
