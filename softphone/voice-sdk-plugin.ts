import type { Plugin } from 'vite';

const SDK = /\/@twilio\/voice-sdk\/esm\/twilio\.js$/;

/** The preflight test is never run, and the mock replaces statistics in browsers older than the build's target. */
const LEFT_OUT = [
  {
    path: '/@twilio/voice-sdk/esm/twilio/preflight/preflight.js',
    code: `export class PreflightTest { constructor() { throw new Error('The build left out the preflight test.'); } }`,
  },
  {
    path: '/@twilio/voice-sdk/esm/twilio/rtc/mockrtcstatsreport.js',
    code: 'export default {};',
  },
];

/** Leaves out two modules of the voice library. Fails the build if the library no longer has one of them. */
export function voiceSdkPlugin(): Plugin {
  return {
    name: 'offhook-voice-sdk',
    apply: 'build',
    enforce: 'pre',
    load: (id) => LEFT_OUT.find(({ path }) => id.endsWith(path))?.code ?? null,
    generateBundle() {
      const ids = [...this.getModuleIds()];
      if (!ids.some((id) => SDK.test(id))) return;
      for (const { path } of LEFT_OUT) {
        if (!ids.some((id) => id.endsWith(path))) this.error(`The voice library has no module ${path}.`);
      }
    },
  };
}
