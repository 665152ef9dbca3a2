/** Connects the numbers that aren't connected. */
export const DOCTOR_COMMAND = 'npm run admin -- doctor --fix';

/** The request of a form, to paste into a terminal. */
export function curlLine(base: string, key: string, phoneNumber: string): string {
  const lead = JSON.stringify({ phone_number: phoneNumber, fname: 'Ada', form: 'Website' });
  return [
    `curl ${base}/api/v1/leads`,
    `-H 'authorization: Bearer ${key}'`,
    "-H 'content-type: application/json'",
    `-d '${lead}'`,
  ].join(' \\\n  ');
}
