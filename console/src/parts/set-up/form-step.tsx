import type { ReceivedLead } from '@offhook/contract/console/integration-entities';
import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import checkIcon from '@offhook/design/icons/check_circle-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import keyIcon from '@offhook/design/icons/key.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { curlLine } from '../../core/set-up/commands.ts';
import { CodeBlock } from '../cards/code-block.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { NewKey } from '../integrations/new-key.tsx';
import { NewWebFormButton, WebFormHtml } from '../integrations/web-form-dialogs.tsx';
import styles from './set-up.module.css';
import { StepCard, type StepProps } from './step-card.tsx';

const c = classes(styles);

/** An example of a number, from the range for fiction. */
const EXAMPLE_NUMBER = '+14155550100';

export function FormStep({
  lists: { hasKey, webForm, hasSource, formLead, self },
  state,
  isNext,
}: StepProps) {
  const { api } = useConsole();
  const [secret, setSecret] = useState<string | null>(null);
  const line = curlLine(api.base, secret ?? t('setUp.form.key'), self.phone_number ?? EXAMPLE_NUMBER);
  return (
    <StepCard
      end={
        <>
          <DialogButton
            dialog={(close) => <NewKey onClose={close} onCreated={setSecret} />}
            icon={keyIcon}
            variant="quiet"
          >
            {t('apiKey.create')}
          </DialogButton>
          <NewWebFormButton icon={add} variant={isNext && !hasSource ? 'primary' : 'quiet'} />
        </>
      }
      state={state}
      step="form"
    >
      <p>
        <Rich parts={rich('setUp.form.text', { link: <Link to="/api-keys">{t('apiKeys.title')}</Link> })} />
      </p>
      {webForm && (
        <>
          <p>{t('setUp.form.paste')}</p>
          <div>
            <DialogButton dialog={(close) => <WebFormHtml form={webForm} onClose={close} />} variant="quiet">
              {t('webForm.html.label', { name: webForm.name })}
            </DialogButton>
          </div>
        </>
      )}
      {hasKey && (
        <>
          <p>{secret === null ? t('setUp.form.replaceKey') : t('setUp.form.try')}</p>
          <CodeBlock text={line} />
        </>
      )}
      <Received lead={formLead} />
    </StepCard>
  );
}

function Received({ lead }: { readonly lead: ReceivedLead | null }) {
  return (
    <p className={c('received', lead !== null && 'done')} role="status">
      {lead ? (
        <>
          <Icon svg={checkIcon} />
          <span>
            <Rich
              parts={rich('setUp.form.received', {
                lead: (
                  <Link to={`/leads/${lead.id}`}>
                    <bdi>{lead.label}</bdi>
                  </Link>
                ),
                time: <Moment at={lead.received_at} />,
              })}
            />
          </span>
        </>
      ) : (
        t('setUp.form.waiting')
      )}
    </p>
  );
}
