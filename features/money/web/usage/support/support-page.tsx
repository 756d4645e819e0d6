import { Link } from '@tanstack/react-router';
import { limitPlaces } from '#contract/attention/attention-kinds.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { paths } from '#web/paths.ts';
import { useScrollToHash } from '#web/records/use-scroll-to-hash.ts';
import { Block } from '#web/ui/layout/layout.tsx';
import { useLimitTargets } from '../budget/use-limit-targets.ts';
import { UsageTab, useUsageTab } from '../usage-tab.tsx';
import { useSupport } from '../usage.queries.ts';
import { SupportPanel } from './support-panel.tsx';
import { SupportRequestsPanel } from './support-requests-panel.tsx';

/** `/settings/usage/support`: limits of support, which are of the present month only, and the requests of a month. */
export function SupportPage() {
  const tab = useUsageTab();
  const { scope, live, onSetLimit } = tab;
  const targets = useLimitTargets();
  const { isSuccess } = useSupport();
  useScrollToHash(isSuccess);
  return (
    <UsageTab
      tab={tab}
      title="Support"
      purpose={`Support requests and their cost, by month. Costs and limits are ${netWords}.`}
      actions={<Link to={paths.billing()}>Invoices</Link>}
    >
      {scope.period === undefined && (
        <Block below={12} measure={46} id={limitPlaces.support}>
          <SupportPanel
            live={live}
            onSetLimit={onSetLimit && ((support) => onSetLimit(targets.support(support)))}
            onSetItemLimit={(support, id) => onSetLimit?.(targets.supportItem(support, id))}
          />
        </Block>
      )}
      <SupportRequestsPanel period={scope.period} live={live} type={scope.supportType} />
    </UsageTab>
  );
}
