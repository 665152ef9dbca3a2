import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import { may } from '@offhook/contract/permissions';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
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
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import type { Form } from '../parts/forms/use-form.ts';
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
          <Fields form={editor} />
          <Calls lead={lead} />
          <Messages lead={lead} />
        </div>
        <div className={c('side')}>
          <Reaching form={editor} lead={lead} />
          <ConsentCard lead={lead} />
          <NextTry lead={lead} />
          <Read lead={lead} />
          <PersonData lead={lead} />
        </div>
      </div>
    </EditorPage>
  );
}

interface FormProps {
  readonly form: Form<LeadForm>;
}

function Fields({ form: { form, set } }: FormProps) {
  const board = useAsk('readBoard', { query: {} }).data;
  const text = (
    name: 'label' | 'fname' | 'lname' | 'email' | 'company' | 'category',
    label: string,
    max: number,
  ) => (
    <TextField label={label} maxLength={max} onText={(value) => set({ [name]: value })} value={form[name]} />
  );
  const choose = (value: string) => (value === '' ? null : Number(value));
  return (
    <Card title="Details">
      <div className={c('fields', 'two')}>
        {text('label', 'Label', 200)}
        {text('company', 'Company', 200)}
        {text('fname', 'First name', 100)}
        {text('lname', 'Last name', 100)}
        {text('email', 'Email', 254)}
        {text('category', 'Category', 200)}
        <Select
          label="Owner"
          onChange={({ target }) => set({ owner_user_id: choose(target.value) })}
          value={form.owner_user_id ?? ''}
        >
          <option value="">Nobody</option>
          {board?.agents.map(({ id, full_name }) => (
            <option key={id} value={id}>
              {full_name}
            </option>
          ))}
        </Select>
        <Select
          label="Team"
          onChange={({ target }) => set({ team_id: choose(target.value) })}
          value={form.team_id ?? ''}
        >
          <option value="">The default team</option>
          {board?.teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </Card>
  );
}

function Reaching({ form: { form, set }, lead }: FormProps & LeadProps) {
  return (
    <Card title="May be called">
      <SwitchRow
        description="This lead is never called. The do-not-call list is separate."
        label="Do not call"
        on={form.do_not_call}
        onSwitch={(do_not_call) => set({ do_not_call })}
      />
      <SwitchRow
        description="An agent’s result: never called or texted again."
        label="Removed"
        on={form.removed}
        onSwitch={(removed) => set({ removed })}
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
