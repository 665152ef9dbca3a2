import type { SuperviseAction } from '@offhook/contract/permissions';

const DOES: Readonly<Record<SuperviseAction, (agent: string) => string>> = {
  listen: (agent) => `listen to ${agent}`,
  whisper: (agent) => `whisper to ${agent}`,
  barge: (agent) => `talk with ${agent} and the lead`,
};

/** What was asked for happens on the supervisor's phone, not on this page. */
export function joinedText(action: SuperviseAction, agent: string): string {
  return `Your phone connects: you ${DOES[action](agent)}.`;
}
