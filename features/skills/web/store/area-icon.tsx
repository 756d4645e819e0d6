import type { ReactNode } from 'react';
import type { SkillArea } from '#features/skills/contract/skill-values.ts';

const accent = { stroke: 'var(--accent)', fill: 'var(--accent-soft)' };

/** Line drawings of the areas on a 40 px grid. */
const shapes: Readonly<Record<SkillArea, ReactNode>> = {
  FI: (
    <>
      <path d="M8 33.500h24M8 30h24M20 6.500 33 14H7Z" />
      <path d="M11 17.500h4v9h-4ZM18 17.500h4v9h-4ZM25 17.500h4v9h-4Z" {...accent} />
    </>
  ),
  MM: (
    <>
      <path d="M20 6.500 32 13v14l-12 6.500L8 27V13Z" />
      <path d="m8 13 12 6.500L32 13 20 6.500Z" {...accent} />
      <path d="M20 19.500v14M14 9.800l12 6.400v5" />
    </>
  ),
  SD: (
    <>
      <path d="M5.500 11h18v17h-18Z" {...accent} />
      <path d="M23.500 16.500h6l5 5.500v6h-11M5.500 28h3M15.500 28h8" />
      <circle cx="12" cy="28.500" r="3.500" />
      <circle cx="27.500" cy="28.500" r="3.500" />
    </>
  ),
  CO: (
    <>
      <circle cx="20" cy="20" r="13" />
      <path d="M20 7a13 13 0 0 1 13 13H20Z" {...accent} />
      <path d="m20 20-9.200 9.200" />
    </>
  ),
  BS: (
    <>
      <path d="M8 8h24v10H8Z" {...accent} />
      <path d="M8 22h24v10H8Z" />
      <path d="M12.500 13h.01M12.500 27h.01" strokeWidth="2.5" />
      <path d="M22 13h6M22 27h6" />
    </>
  ),
  General: (
    <>
      <path d="M7 9h26v18H20l-6.500 6v-6H7Z" />
      <path
        d="m20 11.500 1.900 4.600 4.600 1.900-4.600 1.900L20 24.500l-1.900-4.600-4.600-1.900 4.600-1.900Z"
        {...accent}
      />
    </>
  ),
};

/** The drawing of an area, shown beside its name. A skill without an area gets the one of General. */
export function AreaIcon({ area = 'General', size = 40 }: { area?: SkillArea | undefined; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[area]}
    </svg>
  );
}
