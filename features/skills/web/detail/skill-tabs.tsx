import { Link, useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { skillTabs, toTabSearch, type SkillTab } from './skill-tab.ts';
import { Row } from '#web/ui/layout/layout.tsx';
import styles from '#web/ui/controls.module.css';

const labels: Readonly<Record<SkillTab, string>> = { overview: 'Overview', configurations: 'Configurations' };
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

interface SkillTabsProps {
  tab: SkillTab;
  /** The panel of that tab. */
  children: ReactNode;
}

/** The tabs of a skill, each with its own address. The arrow keys switch tabs. */
export function SkillTabs({ tab, children }: SkillTabsProps) {
  const navigate = useNavigate();

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = skillTabs.at((skillTabs.indexOf(tab) + step) % skillTabs.length) ?? tab;
    document.getElementById(`tab-${next}`)?.focus();
    void navigate({ to: '.', search: toTabSearch(next), state: true, resetScroll: false });
  }

  return (
    <>
      <Row
        role="tablist"
        aria-label="Skill"
        tabIndex={-1}
        gap={6}
        align="stretch"
        rule="below"
        above={10}
        below={8}
        className={styles.tabs}
        onKeyDown={moveByKey}
      >
        {skillTabs.map((each) => (
          <Link
            key={each}
            id={`tab-${each}`}
            to="."
            search={toTabSearch(each)}
            state
            resetScroll={false}
            activeProps={{}}
            // Overview, whose search is empty, would also be the current page of the other tab's address.
            activeOptions={{ exact: true }}
            role="tab"
            aria-selected={each === tab}
            aria-controls={each === tab ? 'tab-panel' : undefined}
            aria-current={undefined}
            tabIndex={each === tab ? 0 : -1}
          >
            {labels[each]}
          </Link>
        ))}
      </Row>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {children}
      </div>
    </>
  );
}
