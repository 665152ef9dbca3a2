import type { Report } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import type { ReportChange } from '../../core/reports/address.ts';
import type { CallsLink } from '../../core/reports/calls-address.ts';
import { type AgentSort, sortAgents } from '../../core/reports/charts/agent-rows.ts';
import { Card } from '../../parts/cards/card.tsx';
import { NoRows } from '../../parts/tables/data-table.tsx';
import { AgentsTable } from './agents-table.tsx';
import { ShowAll } from './show-all.tsx';

const SHOWN = 8;

interface Props {
  readonly report: Report;
  readonly sort: AgentSort;
  readonly onChange: (change: ReportChange) => void;
  readonly to: CallsLink;
}

export function AgentsCard({ report, sort, onChange, to }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const all = report.agents.map((agent) => ({
    id: agent.id,
    name: agent.full_name,
    contacted: agent.contacted,
    calls: agent.calls,
    rate: agent.contact_rate,
    talkSeconds: agent.talk_seconds,
    speedMs: agent.speed.p50_ms,
    missed: agent.missed_rings,
  }));
  const sorted = sortAgents(all, sort);
  const shown = showsAll ? sorted : sorted.slice(0, SHOWN);
  return (
    <Card
      end={
        <ShowAll
          counts
          all={all.length}
          onShow={setShowsAll}
          shown={shown.length}
          showsAll={showsAll}
          limit={SHOWN}
        />
      }
      flush
      title={t('agents.title')}
    >
      {all.length === 0 ? (
        <NoRows>{t('reports.agents.none')}</NoRows>
      ) : (
        <AgentsTable all={all} onSort={(next) => onChange({ sort: next })} rows={shown} sort={sort} to={to} />
      )}
    </Card>
  );
}
