import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import type { SkillUsage, Usage } from '#features/money/contract/usage.ts';
import { useScrollToHash } from '#web/records/use-scroll-to-hash.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { BudgetPanel } from './budget/budget-panel.tsx';
import type { LimitTarget } from './budget/limit-dialog.tsx';
import { CostsPanel } from './costs/costs-panel.tsx';
import { OwnCostsPanel } from './own-costs/own-costs-panel.tsx';
import { SkillsTable } from './skills/skills-table.tsx';
import { SpendPanel } from './spend/spend-panel.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { isOfMonth } from './usage-toolbar.tsx';
import { useDialogOnArrival } from '#web/records/use-dialog-on-arrival.ts';
import { useLimitTargets } from './budget/use-limit-targets.ts';
import type { LiveUsage } from '#web/records/month/live-usage.ts';
import type { UsageScope } from './use-usage-scope.ts';

interface UsageFiguresProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  /** Its skills as they were loaded, which say their places. */
  placed: readonly SkillUsage[] | undefined;
  /** Newest value of the page's stream; undefined before the first one. */
  live: LiveUsage | undefined;
  scope: UsageScope;
  /** Undefined for users who may not set limits. */
  onSetLimit: ((target: LimitTarget) => void) | undefined;
}

/** The figures of a month. Those who set rates have the own cost on a tab of its own. */
export function UsageFigures({ usage, placed, live, scope, onSetLimit }: UsageFiguresProps) {
  const targets = useLimitTargets();
  const setLimit = onSetLimit && usage && (() => onSetLimit(targets.account(usage)));
  useDialogOnArrival('limit', setLimit);
  const isPresent = usage ? isOfMonth(usage, scope.presentMonth) : scope.period === undefined;
  useScrollToHash(usage !== undefined);
  return (
    <>
      <BudgetPanel usage={usage} isPresent={isPresent} onSetLimit={setLimit} />
      <Block id={limitPlaces.skill}>
        <ChartPanel title="Skills" note={<span data-unprinted>Select a skill to see its requests.</span>}>
          <SkillsTable
            usage={usage}
            placed={placed}
            scope={scope}
            isPresent={isPresent}
            onSetLimit={onSetLimit && ((skill) => onSetLimit(targets.skill(skill)))}
          />
        </ChartPanel>
      </Block>
      {/* Not before the skills, whose number is not known until then: nothing below them moves. */}
      {usage && (
        <>
          <Block above={12}>
            <SpendPanel usage={usage} isPresent={isPresent} />
          </Block>
          <CostsPanel scope={scope} />
        </>
      )}
      {!scope.canManageLimits && <OwnCostsPanel period={scope.period} live={live} />}
    </>
  );
}
