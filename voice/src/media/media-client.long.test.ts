import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { MediaClient } from './media-client.ts';

/** A TypeScript loader takes the process a second or two to start: all other tests run the bundle. */
test('in development the process runs from its TypeScript', async () => {
  const media = new MediaClient({
    entry: fileURLToPath(new URL('./main.ts', import.meta.url)),
    env: { MEDIA_ADDRESS: '127.0.0.1', LOG_LEVEL: 'silent' },
    onReport: () => {},
    onExit: () => {},
  });
  onTestFinished(() => media.stop());
  await media.ready();
  const { sdp } = await media.order({ type: 'makeOffer', leg: 'CA1' });
  expect(sdp).toMatch(/^v=0\r\n/);
});
