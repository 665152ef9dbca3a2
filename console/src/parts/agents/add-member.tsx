import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useApiQuery } from '../../queries.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { StateMark } from '../cards/state-mark.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { TextField } from '../forms/text-field.tsx';
import { NoRows, SkeletonRows } from '../tables/data-table.tsx';
import { Loaded } from '../tables/loaded.tsx';
import styles from './add-member.module.css';

const c = classes(styles);

interface Props {
  readonly isMember: (userId: number) => boolean;
  readonly onAdd: (agent: ConsoleAgent) => void;
  readonly onClose: () => void;
}

export function AddMember({ isMember, onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const search = text.trim();
  const query = useApiQuery('listAgents', { query: { search, active: 'yes', limit: 20 } });
  return (
    <PlainDialog action={t('action.done')} onClose={onClose} title={t('ringingOrder.addAgent')}>
      <TextField label={t('field.search')} onText={setText} type="search" value={text} />
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <NoRows>{t('agents.empty')}</NoRows>
          ) : (
            <ul className={c('list')}>
              {data.map((agent) => (
                <li className={c('row')} key={agent.id}>
                  {agent.is_agent && <StateMark state={agent.state} />}
                  <span className={c('name')}>{agent.full_name}</span>
                  <SmallButton
                    aria-label={t('ringingOrder.addAgent.label', { name: agent.full_name })}
                    disabled={isMember(agent.id)}
                    variant="plain"
                    onClick={() => onAdd(agent)}
                  >
                    {isMember(agent.id) ? t('ringingOrder.addAgent.inTeam') : t('action.add')}
                  </SmallButton>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </PlainDialog>
  );
}
