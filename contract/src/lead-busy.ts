/** Who has a lead right now, and the sentence that says so. */

/** `names`: full names of colleagues, at least one. */
export type LeadBusy =
  | { readonly kind: 'talking'; readonly names: readonly string[] }
  /** The agent is connecting, and the lead hasn't answered yet. */
  | { readonly kind: 'calling'; readonly names: readonly string[] }
  /** Their phones ring for this lead. */
  | { readonly kind: 'ringing'; readonly names: readonly string[] }
  /** An agent requested this call; their phone will ring. */
  | { readonly kind: 'requested'; readonly names: readonly string[] }
  /** The reader's own phone rings for this lead, or is about to. */
  | { readonly kind: 'own' }
  | { readonly kind: 'voicemail' }
  /** Inbound; no agent has been rung yet. */
  | { readonly kind: 'waiting' }
  /** Outbound; no agent has been rung yet. */
  | { readonly kind: 'starting' }
  /** The last agent has left; the lead's leg is still open. */
  | { readonly kind: 'ending' };

export function leadBusyText(busy: LeadBusy): string {
  switch (busy.kind) {
    case 'talking':
      return `${listOf(busy.names)} ${are(busy.names)} on a call with this lead.`;
    case 'calling':
      return `${listOf(busy.names)} ${are(busy.names)} calling this lead.`;
    case 'ringing':
      return busy.names.length === 1
        ? `This lead is ringing at ${listOf(busy.names)}'s phone.`
        : `This lead is ringing at the phones of ${listOf(busy.names)}.`;
    case 'requested':
      return `${listOf(busy.names)} ${are(busy.names)} about to call this lead.`;
    case 'own':
      return 'This lead is ringing at your phone.';
    case 'voicemail':
      return 'This lead is leaving a voicemail.';
    case 'waiting':
      return 'This lead is calling in and waiting for an agent.';
    case 'starting':
      return 'Another call to this lead is starting.';
    case 'ending':
      return "This lead's last call is ending. Try again in a moment.";
    default:
      return busy satisfies never;
  }
}

const MAX_NAMES = 3;

/** 'Ann Reyes', 'Ann Reyes and Ben Okafor', 'Ann Reyes, Ben Okafor and 4 others' */
function listOf(names: readonly string[]): string {
  const others = names.length - (MAX_NAMES - 1);
  const parts =
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 1), `${others} others`] : [...names];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

function are(names: readonly string[]): string {
  return names.length === 1 ? 'is' : 'are';
}
