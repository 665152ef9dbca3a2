import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { toMs } from '@offhook/contract/timestamps';
import { t } from '@offhook/i18n/phone';
import { whenText } from './when.ts';

type Tone = 'good' | 'busy' | 'bad' | 'quiet';

export interface ActivityRow {
  readonly key: string;
  readonly kind: 'form' | 'text' | 'call';
  readonly outbound: boolean;
  readonly title: string;
  readonly detail: string | null;
  readonly time: string;
  readonly chip: { readonly text: string; readonly tone: Tone } | null;
  readonly recording: {
    readonly url: string;
    readonly agentChannel: number;
    readonly seconds: number;
  } | null;
}

type Call = LeadStory['calls'][number];
type Text = LeadStory['texts'][number];

interface About {
  readonly name: string;
  readonly category: string | null;
  /** The call lasts: after it, only own recordings can be heard. */
  readonly inCall: boolean;
  readonly now: number;
}

/** Newest first. */
export function activityRows(story: LeadStory, about: About): readonly ActivityRow[] {
  const rows = [
    ...story.calls.map((call) => ({ at: call.at, row: callRow(call, about) })),
    ...story.texts.map((text) => ({ at: text.at, row: textRow(text, about) })),
  ];
  if (story.arrived_at !== null) rows.push({ at: story.arrived_at, row: formRow(story, about) });
  return rows.sort((a, b) => toMs(b.at) - toMs(a.at)).map(({ row }) => row);
}

const NOTHING = { chip: null, recording: null };

function formRow({ form, arrived_at }: LeadStory, { category, now }: About): ActivityRow {
  return {
    ...NOTHING,
    key: 'form',
    kind: 'form',
    outbound: false,
    title: form || t('lead.arrived'),
    detail: category,
    time: whenText(toMs(arrived_at ?? ''), now),
  };
}

function textRow({ id, direction, body, at }: Text, { name, now }: About): ActivityRow {
  const outbound = direction === 'outbound';
  return {
    ...NOTHING,
    key: `text ${id}`,
    kind: 'text',
    outbound,
    title: t(outbound ? 'lead.textTo' : 'lead.textFrom', { name }),
    detail: t('lead.quote', { text: body }),
    time: whenText(toMs(at), now),
  };
}

function callRow(call: Call, { inCall, now }: About): ActivityRow {
  const { id, number, notes, agent, recording, seconds } = call;
  const isHeard = recording !== null && (inCall || recording.is_own);
  return {
    key: `call ${id}`,
    kind: 'call',
    outbound: call.direction === 'outbound',
    title: number === null ? t('lead.incomingCall') : t('lead.callNumber', { number }),
    detail: [agent && (notes.length > 0 ? `${agent}.` : agent), ...notes.map(({ content }) => content)]
      .filter(Boolean)
      .join(' '),
    time: whenText(toMs(call.at), now),
    chip: chipOf(call),
    recording: isHeard ? { url: recording.url, agentChannel: recording.agent_channel ?? 0, seconds } : null,
  };
}

const RESULTS = {
  contacted: ['result.contacted', 'good'],
  voicemail: ['result.voicemail', 'quiet'],
  missed: ['result.missed', 'bad'],
  removed: ['lead.removed', 'quiet'],
} as const;

const STATUSES = {
  busy: ['history.status.busy', 'busy'],
  missed: ['history.status.missed', 'bad'],
  'no-answer': ['history.status.noAnswer', 'quiet'],
} as const;

/** The result, else how a call without conversation ended. */
function chipOf({ result, status }: Call): ActivityRow['chip'] {
  const found = result
    ? RESULTS[result]
    : Object.hasOwn(STATUSES, status) && STATUSES[status as keyof typeof STATUSES];
  if (!found) return null;
  const [id, tone] = found;
  return { text: t(id), tone };
}
