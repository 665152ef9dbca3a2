import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/leads/crms';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useParams } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { type LeadForm, leadForm } from '../../core/forms/lead-form.ts';
import { isErased } from '../../core/leads/erased-lead.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Facts } from '../../parts/cards/facts.tsx';
import { Moment } from '../../parts/cards/moment.tsx';
import { Choice, toChoices } from '../../parts/forms/choice.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import type { Fields } from '../../parts/forms/fields.ts';
import styles from '../../parts/forms/form-page.module.css';
import { SwitchRow } from '../../parts/forms/switch-row.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { CallbackCard } from '../../parts/leads/callback-card.tsx';
import { ConsentCard } from '../../parts/leads/consent-card.tsx';
import { ErasedPerson, PersonData } from '../../parts/leads/person-data.tsx';
import { LeadTimeline } from '../../parts/leads/timeline/timeline.tsx';
import { ListedNumber } from '../../parts/rules/listed-number.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { SkeletonPage } from '../../parts/shell/skeleton-page.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);
const parents = () => [{ label: t('leads.title'), to: '/leads' }];

export function LeadPage() {
  const { id = '' } = useParams();
  const { user } = useConsole();
  const query = useApiQuery('readLead', { params: { id } }, { live: true });
  const lead = query.data?.lead;
  if (lead && hasPermission(user, 'admin') && !isErased(lead)) return <Editor key={lead.id} lead={lead} />;
  return (
    <Page
      beside={lead && !isErased(lead) && <bdi dir="ltr">{lead.phone_number_formatted}</bdi>}
      parents={parents()}
      title={lead?.label ?? t('lead.title')}
    >
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {({ lead: loaded }) => (
          <div className={c('columns')}>
            <div className={c('main')}>
              <LeadTimeline id={id} />
            </div>
            <div className={c('side')}>
              {isErased(loaded) ? (
                <ErasedPerson lead={loaded} />
              ) : (
                <>
                  <LeadFacts lead={loaded} />
                  <FormCard lead={loaded} />
                  <ConsentCard lead={loaded} />
                </>
              )}
              <CallbackCard lead={loaded} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface LeadProps {
  readonly lead: ConsoleLeadDetail;
}

function Editor({ lead }: LeadProps) {
  const editor = useEditor({
    latest: lead,
    formOf: leadForm,
    request: useApiMutation('changeLead', ['listLeads', 'readLead', 'listDoNotCall']),
    input: ({ changed, version }) => ({ params: { id: lead.id }, body: { version, ...changed } }),
    subjectOf: (answer) => answer.lead,
  });
  return (
    <EditorPage
      beside={<bdi dir="ltr">{lead.phone_number_formatted}</bdi>}
      editor={editor}
      parents={parents()}
      title={editor.subject.label}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details {...editor} />
          <LeadTimeline id={String(lead.id)} />
        </div>
        <div className={c('side')}>
          <ContactSettings {...editor} lead={lead} />
          <ConsentCard lead={lead} />
          <CallbackCard lead={lead} />
          <LeadFacts lead={lead} />
          <FormCard lead={lead} />
          <PersonData lead={lead} />
        </div>
      </div>
    </EditorPage>
  );
}

function Details({ text, id }: Fields<LeadForm>) {
  const board = useApiQuery('readBoard', { query: {} }).data;
  return (
    <Card title={t('lead.details')}>
      <div className={c('fields', 'two')}>
        <TextField {...text('label')} label={t('lead.displayName')} maxLength={200} />
        <TextField {...text('company')} label={t('field.company')} maxLength={200} />
        <TextField {...text('fname')} label={t('field.firstName')} maxLength={100} />
        <TextField {...text('lname')} label={t('field.lastName')} maxLength={100} />
        <TextField {...text('email')} label={t('field.email')} maxLength={254} />
        <TextField {...text('category')} label={t('field.category')} maxLength={200} />
        <Choice
          {...id('owner_user_id')}
          choices={toChoices(board?.agents)}
          label={t('lead.owner')}
          none={t('lead.owner.none')}
        />
        <Choice
          {...id('team_id')}
          choices={toChoices(board?.teams)}
          label={t('field.team')}
          none={t('lead.team.default')}
        />
      </div>
    </Card>
  );
}

function ContactSettings({ flag, lead }: Fields<LeadForm> & LeadProps) {
  return (
    <Card title={t('lead.restrictions')}>
      <SwitchRow
        {...flag('do_not_call')}
        description={t('lead.doNotCall.hint')}
        label={t('lead.doNotCall')}
      />
      <SwitchRow {...flag('removed')} description={t('lead.removed.hint')} label={t('lead.removed')} />
      <ListedNumber lead={lead} />
    </Card>
  );
}

function LeadFacts({ lead }: LeadProps) {
  return (
    <Card title={t('lead.title')}>
      <Facts
        facts={{
          [t('field.phone')]: <bdi dir="ltr">{lead.phone_number_formatted}</bdi>,
          [t('field.email')]: lead.email,
          [t('field.company')]: lead.company,
          [t('field.category')]: lead.category,
          [t('lead.owner')]: lead.owner?.full_name ?? null,
          [t('field.team')]: lead.team?.name ?? null,
          [t('lead.tag')]: lead.tag?.name ?? null,
          [t('lead.crm')]: lead.crm && crmName(lead.crm),
          [t('lead.sourceId')]: lead.source_id,
          [t('field.timeZone')]: lead.time_zone,
          [t('lead.doNotCall')]: lead.do_not_call ? t('lead.doNotCall.yes') : null,
          [t('lead.removed')]: lead.removed_at && <Moment at={lead.removed_at} />,
          [t('field.created')]: <Moment at={lead.created_at} />,
        }}
      />
    </Card>
  );
}

function FormCard({ lead: { form, fields } }: LeadProps) {
  if (form === null && fields.length === 0) return null;
  return (
    <Card title={t('lead.form')}>
      <Facts
        facts={{
          ...(form !== null && { [t('field.name')]: form }),
          ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
        }}
      />
    </Card>
  );
}

/** A CRM that this page doesn't know is shown by its code. */
function crmName(crm: string): string {
  const known = CRMS.find((one) => one === crm);
  return known ? CRM_NAMES[known] : crm;
}
