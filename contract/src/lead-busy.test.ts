import { expect, it } from 'vitest';
import { type LeadBusy, leadBusyText } from './lead-busy.ts';

const [ben, cleo, dan, eve] = ['Ben Okafor', 'Cleo Diaz', 'Dan Wu', 'Eve Lind'] as const;

it.each<[LeadBusy, string]>([
  [{ kind: 'talking', names: [ben] }, 'Ben Okafor is on a call with this lead.'],
  [{ kind: 'talking', names: [ben, cleo] }, 'Ben Okafor and Cleo Diaz are on a call with this lead.'],
  [{ kind: 'calling', names: [ben] }, 'Ben Okafor is calling this lead.'],
  [{ kind: 'ringing', names: [ben] }, "This lead is ringing at Ben Okafor's phone."],
  [
    { kind: 'ringing', names: [ben, cleo, dan] },
    'This lead is ringing at the phones of Ben Okafor, Cleo Diaz and Dan Wu.',
  ],
  [
    { kind: 'ringing', names: [ben, cleo, dan, eve] },
    'This lead is ringing at the phones of Ben Okafor, Cleo Diaz and 2 others.',
  ],
  [{ kind: 'requested', names: [ben] }, 'Ben Okafor is about to call this lead.'],
  [{ kind: 'own' }, 'This lead is ringing at your phone.'],
  [{ kind: 'voicemail' }, 'This lead is leaving a voicemail.'],
  [{ kind: 'waiting' }, 'This lead is calling in and waiting for an agent.'],
  [{ kind: 'starting' }, 'Another call to this lead is starting.'],
  [{ kind: 'ending' }, "This lead's last call is ending. Try again in a moment."],
])('a lead that is %o is described in a sentence', (busy, text) => {
  expect(leadBusyText(busy)).toBe(text);
});
