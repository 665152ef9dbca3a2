import { benchAnswer } from './answer.ts';
import { benchBoards } from './boards/boards.ts';
import { benchBundle } from './bundle.ts';
import { benchClaims } from './database/claims.ts';
import { benchExport } from './database/export.ts';
import { benchHistory } from './database/history.ts';
import { benchReports } from './database/reports.ts';
import { benchTriggers } from './database/triggers.ts';
import { benchChannels } from './leads/channels.ts';
import { benchImports } from './leads/imports.ts';
import { benchLeads } from './leads/leads.ts';
import { benchMedia } from './media/media.ts';
import { benchMemory } from './memory.ts';
import { benchPace } from './pace.ts';
import { benchRing } from './ring.ts';
import { benchRoom } from './room.ts';
import { benchStart } from './start.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  bundle: benchBundle,
  start: benchStart,
  media: benchMedia,
  ring: benchRing,
  answer: benchAnswer,
  pace: benchPace,
  leads: benchLeads,
  imports: benchImports,
  channels: benchChannels,
  boards: benchBoards,
  room: benchRoom,
  claims: benchClaims,
  history: benchHistory,
  export: benchExport,
  reports: benchReports,
  triggers: benchTriggers,
  memory: benchMemory,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}
