import { fileURLToPath } from 'node:url';
import { MediaClient } from '@offhook/voice/media/media-client';
import type { MediaServer } from './run.ts';

const ENTRY = fileURLToPath(new URL('../../../stack/dist/media.mjs', import.meta.url));

export async function embeddedMedia(): Promise<MediaServer> {
  const client = new MediaClient({
    entry: ENTRY,
    env: { MEDIA_ADDRESS: '127.0.0.1' },
    onReport: () => undefined,
    onExit: (code) => console.error(`The media process exited with code ${code}`),
  });
  await client.ready();
  return {
    pid: client.pid ?? 0,
    answer: async (leg, sdp) => (await client.send({ type: 'answerOffer', leg, sdp })).sdp,
    join: async (legs) => {
      await client.send({
        type: 'setHears',
        routes: legs.map((leg) => ({ leg, hears: legs.filter((other) => other !== leg) })),
      });
    },
    close: () => client.stop(),
  };
}
