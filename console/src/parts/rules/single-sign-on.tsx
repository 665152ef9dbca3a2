import type { SingleSignOn as Settings } from '@offhook/contract/console/people/sign-on-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import copyIcon from '@offhook/design/icons/content_copy.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { useState } from 'react';
import {
  domainsProblem,
  signOnChange,
  signOnForm,
  signOnTestText,
} from '../../core/forms/integrations/sign-on-form.ts';
import { type RequestAnswer, useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { useFields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

type Answer = RequestAnswer<'readSingleSignOn'>;

/** Changes at once, without the page's Save. */
export function SingleSignOn() {
  const query = useApiQuery('readSingleSignOn', {}, { live: 'settings' });
  const [isEditing, setEditing] = useState(false);
  const test = useApiMutation('testSingleSignOn');
  const removal = useApiMutation('removeSingleSignOn', ['readSingleSignOn']);
  const { openQuestion, question } = useQuestion(() => ({
    action: t('action.remove'),
    onAction: () => removal.mutate({}),
    text: t('signOn.remove.text'),
    title: t('signOn.remove.title'),
  }));
  const { data } = query;
  const error = query.error ?? test.error ?? removal.error;
  const settings = data?.single_sign_on ?? null;
  return (
    <Card beside={t('signOn.hint')} title={t('signOn.title')}>
      <Banner text={error?.message ?? null} />
      {settings && <SettingsFacts settings={settings} />}
      {data && (
        <div className={c('actions')}>
          <SmallButton onClick={() => setEditing(true)} variant="quiet">
            {settings ? t('signOn.change') : t('signOn.setUp')}
          </SmallButton>
          {settings && (
            <>
              <SmallButton disabled={test.isPending} onClick={() => test.mutate({})} variant="quiet">
                {t('signOn.test')}
              </SmallButton>
              <SmallButton onClick={() => openQuestion()} variant="quiet">
                {t('action.remove')}
              </SmallButton>
            </>
          )}
        </div>
      )}
      <p className={c('result')} role="status">
        {test.data && signOnTestText(test.data)}
      </p>
      {data && isEditing && <SignOnDialog answer={data} onClose={() => setEditing(false)} />}
      {question}
    </Card>
  );
}

function SettingsFacts({ settings }: { readonly settings: Settings }) {
  const { name, domains, issuer, is_only, last_login_at } = settings;
  return (
    <Facts
      facts={{
        [t('field.name')]: name,
        [t('signOn.domains')]: <bdi dir="ltr">{formatList(domains)}</bdi>,
        [t('signOn.issuer')]: <bdi dir="ltr">{issuer}</bdi>,
        [t('signOn.otherLogins')]: is_only ? t('signOn.otherLogins.off') : t('signOn.otherLogins.on'),
        [t('signOn.lastLogin')]:
          last_login_at === null ? t('signOn.lastLogin.none') : <Moment at={last_login_at} />,
      }}
    />
  );
}

function SignOnDialog({ answer, onClose }: { readonly answer: Answer; readonly onClose: () => void }) {
  const { single_sign_on: before, redirect_uri } = answer;
  const { form, text, flag } = useFields(signOnForm(before));
  const [problem, setProblem] = useState<string | null>(null);
  const request = useApiMutation('changeSingleSignOn', ['readSingleSignOn']);
  const save = () => {
    const wrong = domainsProblem(form);
    setProblem(wrong);
    if (wrong === null) request.mutate({ body: signOnChange(form, before) }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      action={t('action.save')}
      onClose={onClose}
      onSubmit={save}
      request={request}
      title={t('signOn.title')}
    >
      <RedirectAddress address={redirect_uri} />
      <TextField
        {...text('name')}
        hint={t('signOn.name.hint')}
        label={t('field.name')}
        maxLength={100}
        required
      />
      <TextField
        {...text('domains')}
        dir="ltr"
        error={problem}
        hint={t('signOn.domains.hint')}
        label={t('signOn.domains')}
        maxLength={2000}
        required
      />
      <TextField
        {...text('issuer')}
        dir="ltr"
        hint={t('signOn.issuer.hint')}
        label={t('signOn.issuer')}
        maxLength={500}
        placeholder="https://"
        required
        type="url"
      />
      <TextField
        {...text('client_id')}
        autoComplete="off"
        dir="ltr"
        label={t('signOn.clientId')}
        maxLength={500}
        required
      />
      <TextField
        {...text('client_secret')}
        autoComplete="off"
        hint={before ? t('signOn.secret.keep') : undefined}
        label={t('signOn.secret')}
        maxLength={1000}
        required={before === null}
        type="password"
      />
      <SwitchRow
        {...flag('trusts_emails')}
        description={t('signOn.trustEmails.hint')}
        label={t('signOn.trustEmails')}
      />
      <SwitchRow {...flag('is_only')} description={t('signOn.only.hint')} label={t('signOn.only')} />
    </FormDialog>
  );
}

function RedirectAddress({ address }: { readonly address: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(t('copy.done'));
    } catch {
      setCopied(t('copy.failed'));
    }
  };
  return (
    <div>
      <Field
        dir="ltr"
        label={t('signOn.redirect')}
        onFocus={({ target }) => target.select()}
        readOnly
        spellCheck="false"
        value={address}
      />
      <div className={c('actions')}>
        <SmallButton icon={copyIcon} onClick={() => void copy()} variant="quiet">
          {t('action.copy')}
        </SmallButton>
        <span role="status">{copied}</span>
      </div>
    </div>
  );
}
