/** What one step found. `detail` is for people and free of secrets only after `redact`. */
export interface StepResult {
  readonly name: string;
  /** `skipped`: a step before it failed. */
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
  readonly ms: number;
}

export interface Run {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly release: string;
  readonly providers: { readonly voice: string; readonly realtime: string };
  readonly steps: readonly StepResult[];
  readonly cost: string;
}

const PHONE_NUMBER = /\+\d{7,15}\b/g;
const SID = /\b(AC|SK|AP|PN|CA|SM|MM|RE|CF)([0-9a-f]{32})\b/g;

/** Removes the given secrets, and shortens phone numbers and the provider's ids to their ends. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .replace(PHONE_NUMBER, (number) => `…${number.slice(-2)}`)
    .replace(SID, (_, kind: string, id: string) => `${kind}…${id.slice(-4)}`);
}

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' };

export function stepLine({ name, state, detail, ms }: StepResult): string {
  return `${SIGNS[state]} ${name}: ${detail}${state === 'skipped' ? '' : ` (${(ms / 1_000).toFixed(1)} s)`}`;
}

/** @returns Markdown, without secrets */
export function formatReport(run: Run, secrets: readonly string[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
  const rows = run.steps.map(
    ({ name, state, detail, ms }) =>
      `| ${name} | ${state} | ${cell(detail)} | ${state === 'skipped' ? '' : (ms / 1_000).toFixed(1)} |`,
  );
  const failed = run.steps.filter(({ state }) => state !== 'passed').length;
  const lines = [
    '# Live check',
    '',
    `Offhook ${run.release} with ${run.providers.voice} and ${run.providers.realtime}, ${run.startedAt}: ${
      failed === 0 ? 'every step passed' : `${failed} of ${run.steps.length} steps did not pass`
    }. ${run.cost}`,
    '',
    '| step | state | found | seconds |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
  return redact(lines.join('\n'), secrets);
}
