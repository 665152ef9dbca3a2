import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import { may } from '@offhook/contract/permissions';
import { classes } from '@offhook/design/classes';
import { useParams } from 'react-router';
import { useConsole } from '../console-context.ts';
import { tryName } from '../core/board/waiting-leads.ts';
import { type LeadForm, leadForm } from '../core/forms/lead-form.ts';
import { isErased } from '../core/leads/erased-lead.ts';
import { CALL_COLUMNS } from '../parts/calls/call-columns.tsx';
import { Texts } from '../parts/calls/texts.tsx';
import { Card } from '../parts/cards/card.tsx';
import { Facts } from '../parts/cards/facts.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import { Choice, namesOf } from '../parts/forms/choice.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import type { Fields } from '../parts/forms/fields.ts';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import { ConsentCard } from '../parts/leads/consent-card.tsx';
import { ErasedPerson, PersonData } from '../parts/leads/person-data.tsx';
import { ListedNumber } from '../parts/rules/listed-number.tsx';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Rows } from '../parts/tables/list.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Leads', to: '/leads' }];

/** One lead: its fields, its calls and texts, what is promised to it, and whether it may be called. */
export function LeadPage() {
  const { id = '' } = useParams();
  const { user } = useConsole();
  const query = useAsk('readLead', { params: { id } }, { live: true });
  const lead = query.data?.lead;
  if (lead && may(user, 'admin') && !isErased(lead)) return <Editor key={lead.id} lead={lead} />;
  return (
    <Page
      beside={lead && !isErased(lead) && <bdi dir="ltr">{lead.phone_number_formatted}</bdi>}
      parents={PARENTS}
      title={lead?.label ?? 'Lead'}
    >
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {({ lead: loaded }) => (
          <div className={c('columns')}>
            <div className={c('main')}>
              <Calls lead={loaded} />
              <Messages lead={loaded} />
            </div>
            <div className={c('side')}>
              {isErased(loaded) ? (
                <ErasedPerson lead={loaded} />
              ) : (
                <>
                  <Read lead={loaded} />
                  <ConsentCard lead={loaded} />
                </>
              )}
              <NextTry lead={loaded} />
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
    tell: useTell('changeLead', ['listLeads', 'readLead', 'listDoNotCall']),
    input: ({ changed, version }) => ({ params: { id: lead.id }, body: { version, ...changed } }),
    subjectOf: (answer) => answer.lead,
  });
  return (
    <EditorPage
      beside={<bdi dir="ltr">{lead.phone_number_formatted}</bdi>}
      editor={editor}
      parents={PARENTS}
      title={editor.subject.label}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details {...editor} />
          <Calls lead={lead} />
          <Messages lead={lead} />
        </div>
        <div className={c('side')}>
          <Reaching {...editor} lead={lead} />
          <ConsentCard lead={lead} />
          <NextTry lead={lead} />
          <Read lead={lead} />
          <PersonData lead={lead} />
        </div>
      </div>
    </EditorPage>
  );
}

function Details({ text, id }: Fields<LeadForm>) {
  const board = useAsk('readBoard', { query: {} }).data;
  return (
    <Card title="Details">
      <div className={c('fields', 'two')}>
        <TextField {...text('label')} label="Label" maxLength={200} />
        <TextField {...text('company')} label="Company" maxLength={200} />
        <TextField {...text('fname')} label="First name" maxLength={100} />
        <TextField {...text('lname')} label="Last name" maxLength={100} />
        <TextField {...text('email')} label="Email" maxLength={254} />
        <TextField {...text('category')} label="Category" maxLength={200} />
        <Choice {...id('owner_user_id')} choices={namesOf(board?.agents)} label="Owner" none="Nobody" />
        <Choice {...id('team_id')} choices={namesOf(board?.teams)} label="Team" none="The default team" />
      </div>
    </Card>
  );
}

function Reaching({ flag, lead }: Fields<LeadForm> & LeadProps) {
  return (
    <Card title="May be called">
      <SwitchRow
        {...flag('do_not_call')}
        description="This lead is never called. The do-not-call list is separate."
        label="Do not call"
      />
      <SwitchRow
        {...flag('removed')}
        description="An agent’s result: never called or texted again."
        label="Removed"
      />
      <ListedNumber lead={lead} />
    </Card>
  );
}

function Read({ lead }: LeadProps) {
  return (
    <Card title="Lead">
      <Facts
        facts={{
          Phone: <bdi dir="ltr">{lead.phone_number_formatted}</bdi>,
          Email: lead.email,
          Company: lead.company,
          Category: lead.category,
          Owner: lead.owner?.full_name ?? null,
          Team: lead.team?.name ?? null,
          Tag: lead.tag?.name ?? null,
          CRM: lead.crm,
          Source: lead.source_id,
          'Time zone': lead.time_zone,
          'Do not call': lead.do_not_call ? 'Yes' : null,
          Removed: lead.removed_at && <Moment at={lead.removed_at} />,
          Came: <Moment at={lead.created_at} />,
        }}
      />
    </Card>
  );
}

function NextTry({ lead: { planned } }: LeadProps) {
  if (!planned) return null;
  return (
    <Card title="Next try">
      <Facts
        facts={{
          Due: <Moment at={planned.due_at} />,
          Try: tryName(planned),
          Why: planned.reason,
        }}
      />
    </Card>
  );
}

function Calls({ lead: { calls } }: LeadProps) {
  return (
    <Card flush title="Calls">
      <Rows
        caption="Calls"
        columns={CALL_COLUMNS}
        empty="This lead has not been called yet."
        keyOf={({ id }) => id}
        rows={calls}
      />
    </Card>
  );
}

function Messages({ lead: { texts } }: LeadProps) {
  if (texts.length === 0) return null;
  return (
    <Card title="Texts">
      <Texts texts={texts} />
    </Card>
  );
}
